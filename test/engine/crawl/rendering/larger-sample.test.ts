import { expect, it } from 'vitest';
import { column, newPath, newSession, site } from '../../../support/crawling.ts';
import { fakeRenderer } from '../../../support/fake-renderer.ts';
import { linksTo, page } from '../../../support/site.ts';

it('a larger sample renders further pages of each template, in a finished crawl too', async () => {
  const paths = ['/a/1', '/a/2', '/a/3', '/a/4'];
  const server = await site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, page()])) });
  const session = newSession(
    [server.url('/')],
    { render: 'sample', renderSample: 1, delayMs: 0, checkDelayMs: 0 },
    { path: newPath(), openBrowser: async () => fakeRenderer() },
  );
  const rendered = (): unknown[] => column(session, "SELECT url FROM renderings WHERE state = 'done' AND url LIKE '%/a/%'");
  expect(await session.run()).toBe('finished');
  expect(rendered()).toHaveLength(1);
  session.changeSettings({ renderSample: 3 });
  expect(await session.run()).toBe('finished');
  expect(rendered()).toHaveLength(3);
  await session.close();
});
