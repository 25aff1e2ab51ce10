import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect as connectRaw } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type LoopbackHost, openLoopbackHost } from '#core/host/loopback-host.ts';
import type { LabTransport } from '#core/lab-api/transport.ts';

let root: string;
let host: LoopbackHost;
const windows: LabTransport[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'loopback-'));
  const directory = join(root, 'renderer');
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Fencepost</title>');
  writeFileSync(join(directory, 'assets', 'index.js'), 'export {};');
  writeFileSync(join(directory, 'notes.txt'), 'not part of the window');
  writeFileSync(join(root, 'secret.html'), 'outside');
  host = await openLoopbackHost({
    port: 0,
    directory,
    onWindow: (transport) => {
      windows.push(transport);
      transport.onMessage((message) => transport.send({ echo: message }));
    },
  });
});
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true, force: true });
});

function get(
  path: string,
  headers: { readonly [name: string]: string } = {},
  method = 'GET',
): Promise<{
  readonly status: number;
  readonly headers: { [name: string]: unknown };
  readonly body: string;
}> {
  return new Promise((resolve, reject) => {
    // Not fetch: it would tidy the path up before it is sent.
    const asked = request({ host: '127.0.0.1', port: host.port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

function connect(path: string, headers: { readonly [name: string]: string } = {}): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => socket.send('{"hello":1}'));
    socket.once('message', (data) => {
      resolve(String(data));
      socket.close();
    });
    socket.once('error', (error) => resolve(error.message));
  });
}

describe('files', () => {
  it('are served with a policy that allows nothing from elsewhere', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Fencepost');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`connect-src ws://127.0.0.1:${host.port};`);
    expect(policy).not.toMatch(/unsafe-(eval|inline)/);
    expect((await get('/assets/index.js')).headers['content-type']).toContain('javascript');
  });

  it.each([
    '/notes.txt',
    '/absent.js',
    '/assets/',
    '/../secret.html',
    '/..%2fsecret.html',
    '/%2e%2e/secret.html',
    '/assets/../../secret.html',
    '/%00.html',
    '/%zz.html',
  ])('outside the window are not: %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toContain('outside');
  });

  it('are not given to a page whose name was pointed here', async () => {
    expect((await get('/', { host: `evil.example:${host.port}` })).status).toBe(403);
    expect((await get('/', { host: '127.0.0.1' })).status).toBe(403);
  });

  it('are only read', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
  });
});

describe('a name that cannot be read', () => {
  it.each([
    ['below a file', '/index.html/'],
    ['below a file, deeper', '/assets/index.js/x.js'],
    ['of a folder', '/assets.js'],
    ['longer than a name may be', `/${'a'.repeat(300)}.js`],
    ['that is no text', '/%ff.js'],
  ])('%s is not found, and the host goes on', async (_, path) => {
    expect((await get(path)).status).toBe(404);
    expect((await get('/')).status).toBe(200);
  });

  it('does not matter when the asker resets an upgrade', async () => {
    await new Promise<void>((resolve) => {
      const socket = connectRaw(host.port, '127.0.0.1', () => {
        socket.write(
          `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        );
        socket.resetAndDestroy();
        socket.on('close', () => resolve());
      });
    });
    expect((await get('/')).status).toBe(200);
  });
});

describe('a window', () => {
  it('is connected with the token of this run', async () => {
    expect(await connect(`/socket?token=${host.token}`)).toBe('{"echo":{"hello":1}}');
    const origin = `http://127.0.0.1:${host.port}`;
    expect(await connect(`/socket?token=${host.token}`, { origin })).toBe('{"echo":{"hello":1}}');
    expect(host.address).toBe(`http://127.0.0.1:${host.port}/#${host.token}`);
  });

  it.each([
    ['without a token', '/socket', {}],
    ['with another token', `/socket?token=${'x'.repeat(32)}`, {}],
    ['at another path', '/', {}],
  ])('is refused %s', async (_, path, headers) => {
    expect(await connect(path, headers)).toContain('403');
  });

  it('is refused to a page from elsewhere even with the token', async () => {
    expect(await connect(`/socket?token=${host.token}`, { origin: 'http://evil.example' })).toContain('403');
    expect(await connect(`/socket?token=${host.token}`, { host: 'evil.example' })).toContain('403');
  });

  it('is disconnected when it sends no JSON', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}/socket?token=${host.token}`);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.once('open', () => socket.send('no json'));
    expect(await closed).toBe(1003);
  });
});

describe('a port', () => {
  it('that is taken is refused with EADDRINUSE', async () => {
    const options = { port: host.port, directory: root, onWindow: () => undefined };
    await expect(openLoopbackHost(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
