import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, expect, test } from './fixture.ts';
import { look } from './shots.ts';

/** A site whose first page the server confirms with 304, and which notes what it is asked. */
async function confirmingSite() {
  const asked: string[] = [];
  const server = createServer(({ url = '/', headers }, response) => {
    const isConfirmed = headers['if-none-match'] === '"one"';
    asked.push(`${url} ${isConfirmed ? 304 : 200}`);
    const type = url === '/robots.txt' ? 'text/plain' : 'text/html';
    response.writeHead(isConfirmed ? 304 : 200, { 'Content-Type': type, ...(url === '/' ? { ETag: '"one"' } : {}) });
    response.end(
      isConfirmed ? '' : url === '/robots.txt' ? 'User-agent: *\nDisallow:\n' : '<title>One</title><a href=/two>2</a>',
    );
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

test('a finished crawl is crawled again into a new file, with its settings, and unchanged pages are taken from it', async ({
  page,
  app,
  running,
}) => {
  const site = await confirmingSite();
  const id = (name: string) => page.getByTestId(name);
  try {
    await expect(id('app-ready')).toBeVisible();
    await page.keyboard.press('Control+N');
    await id('seed-input').fill(`${site.origin}/`);
    await page.getByLabel('Page limit').fill('17');
    await id('advanced').click();
    await page.getByLabel('Delay', { exact: true }).fill('0');
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    const [first = ''] = readdirSync(running.crawls).filter(name => name.endsWith('.crawl'));
    await look({ app, page }, 'again-button');

    await page.keyboard.press('Control+Shift+K');
    await page.keyboard.type('crawl again');
    await page.keyboard.press('Enter');
    await expect(id('again-note')).toContainText(first.replace(/\.crawl$/, ''));
    await expect(id('seed-input')).toHaveValue(`${site.origin}/`);
    await expect(page.getByLabel('Page limit')).toHaveValue('17');
    await look({ app, page }, 'again-form');
    await page.keyboard.press('Escape');
    await expect(id('again-note')).toBeHidden();

    await id('crawl-again').click();
    site.asked.length = 0;
    await id('start-crawl').click();
    await expect.poll(() => readdirSync(running.crawls).filter(name => name.endsWith('.crawl')).length).toBe(2);
    await expect.poll(() => site.asked).toEqual(expect.arrayContaining(['/ 304', '/two 200']));
    await expect(id('crawl-state')).toHaveText('finished');
    const status = (await call(page, 'status.get'))?.value as {
      readonly fetched: number;
      readonly settings: { maxPages: number };
    };
    expect(status).toMatchObject({ fetched: 2, settings: { maxPages: 17 } });
    const explained = await call(page, 'url.explain', { url: `${site.origin}/` });
    expect(JSON.stringify(explained?.value)).toContain('304 Not Modified: unchanged since');
    expect(readdirSync(running.crawls)).toContain(first);
  } finally {
    await site.close();
  }
});
