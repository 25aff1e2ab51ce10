/** The lab over a WebSocket on loopback: one JSON text a message. */
import type { LabTransport } from '#core/lab-api/transport.ts';

type Message = Parameters<LabTransport['send']>[0];

/** Opens the socket. Rejects when the lab does not answer, or does not accept the token. */
export function openSocket(address: string): Promise<LabTransport> {
  const socket = new WebSocket(address);
  let listener: ((message: Message) => void) | undefined;
  const early: Message[] = [];
  const closeListeners = new Set<() => void>();

  socket.addEventListener('message', (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as Message;
    if (listener === undefined) early.push(message);
    else listener(message);
  });
  socket.addEventListener('close', () => {
    for (const onClose of closeListeners) onClose();
    closeListeners.clear();
  });

  const transport: LabTransport = {
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage(onMessage) {
      listener = onMessage;
      for (const message of early.splice(0)) onMessage(message);
    },
    onClose: (onClose) => void closeListeners.add(onClose),
    close: () => socket.close(),
  };
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(transport), { once: true });
    socket.addEventListener('close', () => reject(new Error('The lab does not answer.')), { once: true });
  });
}
