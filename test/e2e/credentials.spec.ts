import { globSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { call, expect, launchApp, test } from './fixture.ts';

const canary = 'CaNaRy-7f3a91';
const sent = `Basic ${Buffer.from(`anna:${canary}`).toString('base64')}`;

/** A site that shows its pages only to Anna. */
async function lockedSite(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const isIn = request.headers.authorization === sent;
    response.writeHead(isIn ? 200 : 401, { 'Content-Type': 'text/html', 'Set-Cookie': `sid=${canary}` });
    response.end(isIn ? '<title>Inside</title><a href=/b>b</a>' : 'Log in');
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

test('E101: a credential from the form reaches its site; no message to the window and no file has it', async () => {
  const site = await lockedSite();
  const running = await launchApp();
  const { page } = running;
  const id = (name: string) => page.getByTestId(name);
  const shot = async (name: string): Promise<void> => {
    const folder = process.env['CRAWLSCOPE_SHOTS'];
    await id('logins').scrollIntoViewIfNeeded();
    if (folder) await page.screenshot({ path: join(folder, name) });
  };
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    const bridge = (globalThis as unknown as { crawlscope: { onMessage(l: (m: unknown) => void): void } }).crawlscope;
    bridge.onMessage(message => seen.push(JSON.stringify(message)));
  });
  await page.keyboard.press('Control+n');
  await id('seed-input').fill(`${site.origin}/`);
  await id('advanced').click();
  await id('headers').fill('Authorization: Bearer x');
  await expect(id('new-crawl-form')).toContainText('Authorization is a secret and would be stored in the crawl file');
  await id('headers').fill('Accept-Language: de');
  await id('add-login').click();
  await expect(id('login-origin')).toHaveValue(site.origin);
  await expect(id('no-key-store')).toContainText('This system has no protected key store');
  await expect(id('start-crawl')).toBeDisabled();
  await expect(page.getByLabel('Exclude', { exact: true })).toHaveValue(/sign/);
  await id('login').getByLabel('Kind').selectOption('login');
  await expect(page.getByLabel('Name of field 2')).toHaveValue('password');
  await shot('login-form.png');
  await id('login').getByLabel('Kind').selectOption('basic');
  await page.getByLabel('Page limit').fill('1');
  await id('login-user').fill('anna');
  await id('login-secret').fill(canary);
  await id('logins').scrollIntoViewIfNeeded();
  await shot('credentials.png');
  await id('start-crawl').click();
  await expect(id('crawl-state')).toHaveText('finished');
  await expect(page.getByText('Basic login for')).toBeVisible();
  await call(page, 'file.close');
  const recent = (await call(page, 'file.recent'))?.value as readonly { readonly id: string }[];
  await call(page, 'file.openRecent', { id: recent[0]?.id });
  await expect(id('missing-credentials')).toContainText('This crawl needs its credentials again');
  await expect(id('credentials-resume')).toBeDisabled();
  expect((await call(page, 'crawl.resume'))?.error?.message).toContain('needs credentials, which are never stored');
  await id('login-user').fill('anna');
  await id('login-secret').fill(canary);
  await shot('missing-credentials.png');
  await id('credentials-resume').click();
  await expect(id('missing-credentials')).toBeHidden();
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.join('\n'))).not.toContain(canary);
  await expect(page.locator('body')).not.toContainText(canary);
  const files = globSync('**/*', { cwd: running.folder })
    .map(name => join(running.folder, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile());
  expect(files.some(path => path.endsWith('.crawl'))).toBe(true);
  expect(files.filter(path => readFileSync(path).includes(canary) || readFileSync(path).includes(sent))).toEqual([]);
  await running.close();
  site.close();
});
