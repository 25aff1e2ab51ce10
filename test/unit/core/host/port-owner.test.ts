import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { portOwner } from '#core/host/port-owner.ts';
import { startFailure } from '#core/host/start-failure.ts';

it.runIf(process.platform === 'linux')('the process that has taken a port is named', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  expect(portOwner(port)?.pid).toBe(process.pid);
  const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' });
  expect(startFailure(taken, { port })).toMatch(
    new RegExp(
      `^Port ${port} is taken. Process .+ \\(${process.pid}\\) listens there; stop it or use another port.$`,
    ),
  );
  await new Promise((resolve) => server.close(resolve));
  expect(portOwner(port)).toBeUndefined();
});
