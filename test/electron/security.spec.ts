import { expect } from '@playwright/test';
// What the preload adds to the page’s window.
import type {} from '../../renderer/transport/desktop.ts';
import { LOG_DIRECTORY, test } from './desktop-window.ts';

test('the page is in a sandbox, sees five functions of ours, and can go nowhere', async ({ desktop }) => {
  const { app, page } = await desktop.start();

  await test.step('no Node, no Electron', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } =
        contents.getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag };
    });
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    const seen = await page.evaluate(() => ({
      ours: Object.keys(window.fencepost ?? {}).sort(),
      others: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
    }));
    expect(seen).toEqual({
      ours: ['chooseTarget', 'choosePath', 'onOpen', 'pathOf', 'setLanguage'].sort(),
      others: [],
    });
  });

  await test.step('no script, frame or connection from elsewhere', async () => {
    const outcome = await page.evaluate(async () => {
      const violated: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        violated.push(event.effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'window.isBroken = true';
      const frame = document.createElement('iframe');
      frame.src = 'fencepost://window/index.html';
      document.body.append(script, frame);
      const fetched = await fetch('http://127.0.0.1:9092/').then(
        () => 'fetched',
        () => 'refused',
      );
      const file = await fetch('file:///etc/hostname').then(
        () => 'fetched',
        () => 'refused',
      );
      while (!violated.includes('frame-src')) await new Promise((resolve) => setTimeout(resolve, 10));
      script.remove();
      frame.remove();
      return { violated: [...new Set(violated)].sort(), isBroken: 'isBroken' in window, fetched, file };
    });
    expect(outcome).toEqual({
      violated: ['connect-src', 'frame-src', 'script-src-elem'],
      isBroken: false,
      fetched: 'refused',
      file: 'refused',
    });
  });

  await test.step('no permission but to copy', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'];
      const asked = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
      return (await Promise.all(asked)).map(({ state }) => state);
    });
    expect(new Set(states)).toEqual(new Set(['denied']));
  });

  await test.step('paths outside the window’s own files are not served', async () => {
    const answers = await page.evaluate(async () => {
      const load = (address: string): Promise<boolean> =>
        new Promise((resolve) => {
          const link = document.createElement('link');
          link.rel = 'stylesheet';
          link.onload = () => resolve(true);
          link.onerror = () => resolve(false);
          link.href = address;
          document.head.append(link);
        });
      return Promise.all(
        ['/../main.cjs', '/..%2fmain.cjs', '/%2e%2e/package.json', '//etc/hostname'].map(load),
      );
    });
    expect(answers).toEqual([false, false, false, false]);
  });

  await test.step('no new window, and no other page in this one', async () => {
    // Asked of the window itself: Playwright would wait for a page that never comes.
    const outcome = await app.evaluate(async ({ BrowserWindow }) => {
      const [own] = BrowserWindow.getAllWindows();
      const contents = own?.webContents;
      const before = contents?.getURL();
      const isRefused: unknown = await contents?.executeJavaScript(
        `window.open('https://example.com/') === null`,
      );
      for (const address of ['https://example.com/', 'file:///etc/hostname', 'fencepost://window/other.html'])
        await contents?.executeJavaScript(`window.location.href = '${address}'; 0`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return {
        isRefused,
        isSame: contents?.getURL() === before,
        windows: BrowserWindow.getAllWindows().length,
      };
    });
    expect(outcome).toEqual({ isRefused: true, isSame: true, windows: 1 });
  });
});

test('main answers no other page, and tells no path that nobody chose', async ({ desktop }) => {
  const shown = await desktop.start();
  const { app } = shown;
  await shown.chooseToOpen(LOG_DIRECTORY);
  await shown.chooseToSave(LOG_DIRECTORY);

  await test.step('a window that is not ours has the same preload, and gets nothing', async () => {
    const answers = await app.evaluate(async ({ app: electron, BrowserWindow }) => {
      const preload = `${electron.getAppPath()}/dist/preload.cjs`;
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await other.loadURL('fencepost://window/index.html');
      const ask = `(async () => [
        await window.fencepost.choosePath('file'),
        await window.fencepost.chooseTarget('x'),
        await new Promise((resolve) => { window.fencepost.onOpen(resolve); setTimeout(resolve, 200, null); }),
      ])()`;
      const said: unknown = await other.webContents.executeJavaScript(ask);
      await other.webContents.executeJavaScript(`window.fencepost.setLanguage('ko')`);
      other.destroy();
      return said;
    });
    expect(answers).toEqual([null, null, null]);
    expect(await shown.asked()).toBeNull();
    expect(await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.at(-1)?.label)).toBe('Help');
  });

  await test.step('our own page: anything but a plain question is not answered', async () => {
    const answers = await shown.page.evaluate(() => {
      const ours = window.fencepost as unknown as { [name: string]: (value: unknown) => Promise<unknown> };
      return Promise.all([
        ours['choosePath']?.({ kind: 'file' }),
        ours['choosePath']?.('/etc'),
        ours['chooseTarget']?.(['/etc/passwd']),
      ]);
    });
    expect(answers).toEqual([null, null, null]);
    expect(await shown.asked()).toBeNull();
  });

  await test.step('a name with folders in it becomes a plain one in the documents', async () => {
    const documents = await app.evaluate(({ app: electron }) => electron.getPath('documents'));
    await shown.page.evaluate(() => window.fencepost?.chooseTarget('../../../etc/passwd.fence'));
    expect(await shown.asked()).toMatchObject({ defaultPath: `${documents}/passwd.fence` });
  });

  await test.step('only a file that was dropped or chosen has a path', async () => {
    const paths = await shown.page.evaluate(() => [
      window.fencepost?.pathOf(new File(['x'], '/etc/passwd')),
      window.fencepost?.pathOf(new File(['x'], 'passwd')),
    ]);
    expect(paths).toEqual(['', '']);
  });
});

test('the broker listens on loopback only, and the desktop window needs no port of its own', async ({
  desktop,
}) => {
  test.skip(process.platform !== 'linux', 'sockets are found in /proc');
  const { app } = await desktop.start();
  const listening = await app.evaluate(async () => {
    const fs = process.mainModule?.require('node:fs') as typeof import('node:fs');
    const inodes = fs.readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/self/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
    const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      fs.readFileSync(table, 'utf8').trim().split('\n').slice(1),
    );
    return rows
      .map((row) => row.trim().split(/\s+/))
      .filter((row) => row[3] === '0A' && inodes.includes(row[9] ?? ''))
      .map((row) => row[1]?.split(':')[0]);
  });
  // Besides the broker's: the inspector and the debugger of this test.
  expect(new Set(listening)).toEqual(new Set(['0100007F']));
  expect(listening.length).toBeLessThanOrEqual(3);
});
