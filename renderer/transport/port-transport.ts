/** The lab over the MessagePort that Electron's preload hands to the page. */
import type { LabTransport } from '#core/lab-api/transport.ts';

type Message = Parameters<LabTransport['send']>[0];

function transportOf(port: MessagePort): LabTransport {
  let listener: ((message: Message) => void) | undefined;
  const early: Message[] = [];
  const closeListeners = new Set<() => void>();
  const closed = (): void => {
    for (const onClose of closeListeners) onClose();
    closeListeners.clear();
  };
  port.addEventListener('message', (event: MessageEvent<Message>) => {
    if (listener === undefined) early.push(event.data);
    else listener(event.data);
  });
  port.addEventListener('close', closed);
  port.start();
  return {
    send: (message) => port.postMessage(message),
    onMessage(onMessage) {
      listener = onMessage;
      for (const message of early.splice(0)) onMessage(message);
    },
    onClose: (onClose) => void closeListeners.add(onClose),
    close() {
      port.close();
      closed();
    },
  };
}

/** What the preload posts with the port. */
const PORT_MESSAGE = 'fencepost:port';

/** Waits for the port; only this window itself (its preload) may give one. */
export function waitForPort(): Promise<LabTransport> {
  return new Promise((resolve) => {
    const onMessage = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== window || event.data !== PORT_MESSAGE || port === undefined) return;
      window.removeEventListener('message', onMessage);
      resolve(transportOf(port));
    };
    window.addEventListener('message', onMessage);
  });
}
