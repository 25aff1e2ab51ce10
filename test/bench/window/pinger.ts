/**
 * A process of its own that asks the lab something cheap again and again, and keeps how long the answers took: what holds the lab's
 * event loop shows as a slow answer. Forked with the address of the socket; answers `take` with what was measured since.
 */
import WebSocket from 'ws';

const EVERY_MS = 4;

const [address = ''] = process.argv.slice(2);
const socket = new WebSocket(address);
let took: number[] = [];
let sentAt = 0;
let id = 0;

function ask(): void {
  sentAt = performance.now();
  socket.send(JSON.stringify({ kind: 'call', id: ++id, name: 'opened.list', input: null }));
}

socket.on('open', ask);
socket.on('message', () => {
  took.push(performance.now() - sentAt);
  setTimeout(ask, EVERY_MS);
});
process.on('message', () => {
  process.send?.(took);
  took = [];
});
process.on('disconnect', () => process.exit());
