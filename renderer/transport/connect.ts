/**
 * How this window reaches the lab: its own address decides. Electron opens it with `?host=electron` and hands over a port; a
 * browser opens the address that the lab printed, with the key of this run in the fragment.
 */
import type { LabTransport } from '#core/lab-api/transport.ts';
import { waitForPort } from './port-transport.ts';
import { openSocket } from './socket-transport.ts';

/** Opens one connection each time it is called. */
export interface Connector {
  /** False when the address has no key: no connection can succeed. */
  readonly isPossible: boolean;
  /** A port is given once; a socket can be opened again. */
  readonly canReconnect: boolean;
  open(): Promise<LabTransport>;
}

/** What the page's address asks for. */
export function connectorFor(location: Location): Connector {
  if (new URLSearchParams(location.search).get('host') === 'electron') {
    // The port may come before anybody asks for it.
    const port = waitForPort();
    return { isPossible: true, canReconnect: false, open: () => port };
  }
  const token = location.hash.slice(1);
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const address = `${scheme}//${location.host}/socket?token=${encodeURIComponent(token)}`;
  return { isPossible: token !== '', canReconnect: true, open: () => openSocket(address) };
}
