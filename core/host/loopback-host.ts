/**
 * The window for a browser on this machine: the built files, and one WebSocket a window.
 *
 * Whoever wants to drive the lab needs the token of this run, which only the printed address has. Host and Origin are checked, so
 * that a page from elsewhere can reach it neither through a name that points here nor with the person's browser.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { LabTransport } from '#core/lab-api/transport.ts';
import { socketTransport } from './socket-transport.ts';
import { readWindowFile } from './static-files.ts';

const LOOPBACK = '127.0.0.1';
const TOKEN_BYTES = 24;
/** The largest message of a window: a call with its input. */
const MESSAGE_BYTES_MAX = 1024 * 1024;

export interface LoopbackHostOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** The built window. */
  readonly directory: string;
  readonly onWindow: (transport: LabTransport) => void;
}

export interface LoopbackHost {
  readonly port: number;
  readonly token: string;
  /** What a person opens. */
  readonly address: string;
  close(): Promise<void>;
}

/** @throws {Error} with `code` 'EADDRINUSE' when the port is taken. */
export async function openLoopbackHost(options: LoopbackHostOptions): Promise<LoopbackHost> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  const server = createServer((request, response) => {
    const url = ownUrl(request, server);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (url === undefined || !isRead) {
      response.writeHead(url === undefined ? 403 : 405).end();
      return;
    }
    const file = readWindowFile(options.directory, url.pathname, `ws://${url.host}`);
    if (file === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
    else response.writeHead(200, file.headers).end(file.bytes);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node hands the socket over bare: a reset without a listener would end the lab.
    socket.on('error', () => socket.destroy());
    if (!mayDrive(request, server, token)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (window) => options.onWindow(socketTransport(window)));
  });
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    token,
    address: `http://${LOOPBACK}:${port}/#${token}`,
    close: () => close(server, sockets),
  };
}

/** The address that was asked for, when it is our own; a name that somebody else pointed here is not. */
function ownUrl(request: IncomingMessage, server: Server): URL | undefined {
  const { port } = server.address() as AddressInfo;
  const { host } = request.headers;
  if (host !== `${LOOPBACK}:${port}` && host !== `localhost:${port}`) return undefined;
  try {
    return new URL(request.url ?? '/', `http://${host}`);
  } catch {
    return undefined;
  }
}

function mayDrive(request: IncomingMessage, server: Server, token: string): boolean {
  const url = ownUrl(request, server);
  if (url?.pathname !== '/socket') return false;
  // A browser always sends its page's origin; a program on this machine that has the token need not.
  const { origin } = request.headers;
  if (origin !== undefined && origin !== url.origin) return false;
  const given = Buffer.from(url.searchParams.get('token') ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const window of sockets.clients) window.terminate();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
