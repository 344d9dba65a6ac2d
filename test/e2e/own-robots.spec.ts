import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixture.ts';
import { look } from './shots.ts';

/** A crawl under a robots.txt of one's own, in the window, with the real engine and a site of this test. */

test('a robots.txt of one’s own is typed, needs consent, decides, and is cited', async ({ page, app }) => {
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    response.setHeader('Content-Type', url === '/robots.txt' ? 'text/plain' : 'text/html');
    const links = '<a href="/private/a">private</a><a href="/open/b">open</a>';
    response.end(
      url === '/robots.txt' ? 'User-agent: *\nDisallow: /private/\n' : `<title>Page</title>${url === '/' ? links : ''}`,
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const id = (name: string) => page.getByTestId(name);
  try {
    await expect(id('app-ready')).toBeVisible();
    await page.keyboard.press('Control+N');
    await id('seed-input').fill(`${origin}/`);
    await page.getByLabel('Delay', { exact: true }).fill('0');
    await id('advanced').click();
    await id('add-own-robots').click();
    await expect(id('own-robots-origin')).toHaveValue(origin);
    await id('own-robots-origin').fill('not an origin');
    await id('own-robots-text').fill('User-agent: *\nDisallow: /open/\n');
    await id('own-robots-consent').check();
    await expect(id('own-robots')).toContainText('not an origin');
    await expect(id('start-crawl')).toBeDisabled();
    await id('own-robots-origin').fill(origin);
    await id('own-robots-consent').uncheck();
    await expect(id('own-robots')).toContainText('Confirm it first');
    await id('own-robots-consent').focus();
    await page.keyboard.press('Space');
    await id('own-robots').scrollIntoViewIfNeeded();
    await look({ app, page }, 'form-own-robots');
    await page.keyboard.press('Control+Enter');
    await expect(id('crawl-state')).toHaveText('finished');
    expect(asked).toContain('/robots.txt');
    expect(asked).toContain('/private/a');
    expect(asked).not.toContain('/open/b');

    await page.keyboard.press('Control+K');
    await page.keyboard.type(`${origin}/open/b`);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`of your own robots.txt for ${origin} forbids this URL`).first()).toBeVisible();
    await look({ app, page }, 'own-robots-why');
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
});
