/** A child process that sends a beat every 10 ms, prints what it is told, and freezes on its pipe when asked to. */
import { readSync } from 'node:fs';

let beats = 0;
setInterval(() => process.send({ beat: ++beats }), 10);
process.on('message', (message) => {
  if (message.kind === 'freeze') readSync(3, Buffer.alloc(1));
  if (message.print !== undefined) process.stdout.write(message.print);
  if (message.complain !== undefined) process.stderr.write(message.complain);
  if (message.exit !== undefined) process.exit(message.exit);
});
process.on('disconnect', () => process.exit(0));
