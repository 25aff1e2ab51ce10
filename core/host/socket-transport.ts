import type { RawData, WebSocket } from 'ws';
import type { LabTransport } from '#core/lab-api/transport.ts';
import type { Json } from '#core/observe/events.ts';

/** A window in a browser: one JSON text a message. What is no JSON ends the connection. */
export function socketTransport(socket: WebSocket): LabTransport {
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      socket.on('message', (data: RawData) => {
        const message = parsed(String(data));
        if (message === undefined) socket.close(1003, 'not JSON');
        else listener(message);
      });
    },
    onClose: (listener) => {
      socket.once('close', listener);
      // The reason comes with 'close'; without a listener it would end the lab.
      socket.on('error', () => undefined);
    },
    close: () => socket.close(),
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
