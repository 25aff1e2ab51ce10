import type { MessagePortMain } from 'electron';
import type { LabTransport } from '#core/lab-api/transport.ts';

/** The lab's end of a window's MessagePort. */
export function portTransport(port: MessagePortMain): LabTransport {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.on('message', (event) => listener(event.data));
      port.start();
    },
    onClose: (listener) => {
      port.once('close', listener);
    },
    close: () => port.close(),
  };
}
