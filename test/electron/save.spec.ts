import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { LOG_DIRECTORY, test } from './desktop-window.ts';

/** A place where even root may not make a file, and one where nobody else may. */
function forbiddenFolder(folder: string): string {
  if (process.getuid?.() === 0) return '/sys/kernel';
  fs.mkdirSync(folder, { mode: 0o500 });
  return folder;
}

test('a pack is written where the dialog says, opens again, and nothing is written when it is closed', async ({
  desktop,
}) => {
  test.skip(process.platform === 'win32', 'folders are forbidden in another way there');
  const window = await desktop.start();
  const { page, theatre } = window;
  const pack = desktop.path('zombie.fence');
  const exportTo = async (file: string | null): Promise<void> => {
    await window.chooseToSave(file);
    await page.getByRole('button', { name: 'Export this run' }).click();
    await expect.poll(() => window.asked()).not.toBeNull();
  };
  await theatre.step('Start producer A').click();
  await expect(theatre.step('Freeze A')).toBeEnabled({ timeout: 30_000 });
  await theatre.area('Evidence').click();

  await test.step('closed', async () => {
    const before = fs.readdirSync(desktop.folder);
    await exportTo(null);
    expect(await window.asked()).toMatchObject({
      filters: [{ name: 'Evidence pack', extensions: ['fence'] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    await expect(page.getByText(/was written/)).toHaveCount(0);
    expect(fs.readdirSync(desktop.folder)).toEqual(before);
  });

  await test.step('written', async () => {
    await exportTo(pack);
    await expect(page.getByText(/^zombie\.fence was written/)).toBeVisible();
    await expect(page.getByText(`to ${pack}`)).toBeVisible();
    expect(fs.readFileSync(pack).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('over a file that is there: the person has agreed in the dialog', async () => {
    fs.writeFileSync(pack, 'something else, and longer than nothing');
    await exportTo(pack);
    await expect(page.getByText(/^zombie\.fence was written/)).toBeVisible();
    expect(fs.readFileSync(pack).subarray(0, 2).toString()).toBe('PK');
  });

  await test.step('where it cannot be written', async () => {
    const forbidden = forbiddenFolder(desktop.path('forbidden'));
    await exportTo(path.join(forbidden, 'zombie.fence'));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('zombie.fence was not written: not allowed there');
    await expect(alert).toContainText('Choose another place, or change its permissions.');
    await exportTo(desktop.path('gone', 'zombie.fence'));
    await expect(alert).toContainText('there is no such file or folder');
    fs.mkdirSync(desktop.path('folder.fence'));
    await exportTo(desktop.path('folder.fence'));
    await expect(alert).toContainText('folder.fence was not written: it is a folder');
    await page.getByRole('radio', { name: '한국어' }).click();
    await expect(alert).toContainText('폴더');
    await page.getByRole('radio', { name: 'EN' }).click();
    expect(fs.readdirSync(desktop.folder).filter((name) => name.includes('.partial'))).toEqual([]);
    expect(fs.existsSync(path.join(forbidden, 'zombie.fence.partial'))).toBe(false);
  });

  await test.step('opened as an argument of another start, and by the button', async () => {
    await desktop.run({ args: [pack] });
    await expect(page.getByRole('row', { name: /zombie\.fence/ })).toHaveCount(1);
    await expect(theatre.inspector).toContainText('a running lab, in one step');
    await window.chooseToOpen(pack);
    await page.getByRole('button', { name: 'Open a pack' }).click();
    await expect(page.getByRole('row', { name: /zombie\.fence/ })).toHaveCount(2);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByText('Nothing differs.')).toBeVisible();
    await page.getByRole('button', { name: /equal lines?$/ }).click();
    await expect(page.getByRole('table', { name: 'Compare' })).toBeVisible();
  });
});

test('records, a segment and a partition are saved where the dialog says', async ({ desktop }) => {
  const data = desktop.path('data');
  fs.cpSync(LOG_DIRECTORY, data, { recursive: true });
  const window = await desktop.start({ data });
  const { page, theatre } = window;
  await theatre.area('Logs').click();
  await page.getByRole('region', { name: 'Partitions' }).getByRole('button', { name: 'orders-0' }).click();
  const log = '00000000000000000000.log';
  const before = fs.readFileSync(path.join(data, 'orders-0', log));
  const save = async (choice: string | RegExp, file: string | null): Promise<void> => {
    await window.chooseToSave(file);
    await page.getByRole('button', { name: 'Save as a file' }).click();
    await page.getByRole('button', { name: choice }).click();
    await expect.poll(() => window.asked()).not.toBeNull();
  };
  const saved = async (choice: string | RegExp, name: string): Promise<Buffer> => {
    const file = desktop.path(name);
    await save(choice, file);
    await expect(page.getByText(new RegExp(`^${name} was saved`))).toBeVisible();
    return fs.readFileSync(file);
  };

  const csv = (await saved('Records as CSV', 'r.csv')).toString().trim().split('\r\n');
  expect(csv).toHaveLength(1 + 24);
  expect(csv[0]).toMatch(/^offset,timestamp,verdict,/);
  const json = JSON.parse((await saved('Records as JSON', 'r.json')).toString());
  expect(json).toHaveLength(24);
  expect((await saved(/^Segment /, 's.log')).equals(before)).toBe(true);
  expect((await saved('The partition, as its folder', 'p.zip')).subarray(0, 2).toString()).toBe('PK');

  await test.step('closed: nothing', async () => {
    await save('Records as CSV', null);
    await expect(page.getByText(/was not written/)).toHaveCount(0);
  });
  await test.step('forbidden: said at the edge', async () => {
    await save('Records as CSV', desktop.path('gone', 'r.csv'));
    await expect(page.getByText('r.csv was not written: there is no such file or folder')).toBeVisible();
  });
  expect(fs.readdirSync(desktop.folder).sort()).toEqual([
    'data',
    'p.zip',
    'r.csv',
    'r.json',
    's.log',
    'user',
  ]);
});
