/** The shape of a @lucide/svelte icon as the components take it: 16 px, stroke 1.5, never without a word or a tooltip. */
import type { LucideIcon } from '@lucide/svelte';

export type Icon = LucideIcon;
