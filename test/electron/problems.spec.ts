import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { FIXTURES, test } from './desktop-window.ts';

/** A file that even root cannot open: a link to itself. */
function makeUnreadable(file: string): string {
  fs.symlinkSync(path.basename(file), file);
  return file;
}

const LANGUAGES = [
  {
    language: 'EN',
    cancel: 'Cancel',
    dialog: 'Open, read only',
    missing: (file: string) => `${file} does not exist on this machine.`,
    notALog: 'letter.txt is not a Kafka log file. Expected a name of 20 digits',
    noPartition: 'empty holds no partition. Expected folders like orders-0',
    unreadable: (file: string) => `${file} cannot be read: it is a link that leads back to itself`,
    packMissing: 'gone.fence was not opened: there is no such file or folder',
    packRefused: 'letter.fence was not opened:',
  },
  {
    language: '한국어',
    cancel: '취소하기',
    dialog: '읽기 전용으로 열기',
    missing: () => /nothing\S+ 이 컴퓨터에 없습니다\./,
    notALog: /letter\.txt\S+ Kafka 로그 파일이 아닙니다\./,
    noPartition: /empty\S+ 파티션이 없습니다/,
    unreadable: () => /000\.log\S+ 읽을 수 없습니다: .*링크/,
    packMissing: /gone\.fence\S+ 열지 않았습니다/,
    packRefused: /letter\.fence\S+ 열지 않았습니다/,
  },
] as const;

test('what cannot be opened is said in the window, in its language, and the next thing opens', async ({
  desktop,
}) => {
  test.skip(process.platform === 'win32', 'links need a right there that not everybody has');
  const letter = desktop.path('letter.txt');
  fs.writeFileSync(letter, 'dear all');
  fs.copyFileSync(letter, desktop.path('letter.fence'));
  fs.mkdirSync(desktop.path('empty'));
  const unreadable = makeUnreadable(desktop.path('00000000000000000000.log'));
  const missing = desktop.path('nothing');
  const window = await desktop.start({ args: [missing] });
  const { page } = window;

  for (const words of LANGUAGES) {
    await test.step(words.language, async () => {
      const dialog = page.getByRole('dialog', { name: words.dialog });
      const leave = async (): Promise<void> => {
        await dialog.getByRole('button', { name: words.cancel }).click();
        await expect(dialog).toHaveCount(0);
      };
      if (words.language !== 'EN') {
        await page.getByRole('radio', { name: words.language }).click();
        await window.chooseToOpen(missing);
        await window.chooseMenu('open-directory');
      }
      await expect(dialog).toContainText(words.missing(missing));
      await expect(dialog.getByRole('textbox')).toHaveValue(missing);
      await leave();
      for (const [file, says] of [
        [letter, words.notALog],
        [desktop.path('empty'), words.noPartition],
        [unreadable, words.unreadable(unreadable)],
      ] as const) {
        await window.drop(file);
        await expect(dialog).toContainText(says);
        await leave();
      }
      for (const [name, says] of [
        ['gone.fence', words.packMissing],
        ['letter.fence', words.packRefused],
      ] as const) {
        await window.chooseToOpen(desktop.path(name));
        await window.chooseMenu('open-file');
        await expect(page.getByRole('alert')).toContainText(says);
      }
    });
  }

  await test.step('of several, what can be opened is', async () => {
    const good = path.join(FIXTURES, 'log-dirs/plain/data');
    await window.drop(letter, good);
    const dialog = page.getByRole('dialog', { name: '읽기 전용으로 열기' });
    await expect(dialog).toContainText('letter.txt');
    await dialog.getByRole('button', { name: '취소하기' }).click();
    await expect(page.getByRole('button', { name: 'data 닫기' })).toBeVisible();
  });
});

test('menu and dialogs of the system speak the language of the window', async ({ desktop }) => {
  const window = await desktop.start();
  const { app, page } = window;
  const labels = (): Promise<readonly (readonly string[])[]> =>
    app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label, submenu }) => [
        label,
        ...(submenu?.items ?? []).filter(({ type }) => type !== 'separator').map((item) => item.label),
      ]),
    );
  expect((await labels())[0]).toEqual(['File', 'Open File…', 'Open Directory…', 'Quit Fencepost']);
  const english = (await labels()).flat();

  await page.getByRole('radio', { name: '한국어' }).click();
  await expect
    .poll(async () => (await labels())[0])
    .toEqual(['파일', '파일 열기…', '디렉터리 열기…', 'Fencepost 종료']);
  expect((await labels()).flat().filter((label) => english.includes(label))).toEqual([]);
  const keys = await app.evaluate(({ Menu }) =>
    ['open-file', 'open-directory'].map((id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator),
  );
  expect(keys).toEqual(['CmdOrCtrl+O', 'CmdOrCtrl+Shift+O']);

  await window.chooseToOpen(null);
  await window.pressKeys('O', ['control']);
  await expect
    .poll(async () => (await window.asked())?.['title'])
    .toBe('Kafka 파일이나 증거 파일을 읽기 전용으로 열기');
  await page.getByRole('navigation').getByRole('button', { name: '증거' }).click();
  await window.chooseToSave(null);
  await page.getByRole('button', { name: '이 실행 내보내기' }).click();
  await expect
    .poll(() => window.asked())
    .toMatchObject({
      title: '다른 이름으로 저장',
      filters: [{ name: '증거 파일', extensions: ['fence'] }],
    });

  await test.step('it is kept for the next start', async () => {
    await app.close();
    const again = await desktop.start();
    const file = () => again.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items[0]?.label);
    await expect.poll(file).toBe('파일');
  });
});

test('what is copied in the window is on the clipboard of the system', async ({ desktop }) => {
  const folder = path.join(FIXTURES, 'damaged/cut-last-batch/data/cut-last-batch-0');
  const { app, page } = await desktop.start({ args: [path.join(folder, '00000000000000000027.log')] });
  await app.evaluate(({ BrowserWindow, clipboard }) => {
    clipboard.clear();
    BrowserWindow.getAllWindows()[0]?.focus();
  });
  await page.getByRole('button', { name: 'Copy this report' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('byte 175');
});
