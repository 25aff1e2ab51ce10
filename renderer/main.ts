/** The window starts: fonts, the way to the lab, the frame. */
import { mount } from 'svelte';
import './tokens.css';
import './base.css';
import App from './App.svelte';
import { registerFonts } from './fonts.ts';
import { LabWindow } from './state/lab-window.svelte.ts';
import { connectorFor } from './transport/connect.ts';

registerFonts();
const target = document.getElementById('app');
if (target !== null) mount(App, { target, props: { labWindow: new LabWindow(connectorFor(location)) } });
