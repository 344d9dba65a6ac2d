import { expect, it } from 'vitest';
import { newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo } from '../../support/site.ts';

it('reasons with equal counts have one order, also after the file was opened again', async () => {
  const server = await site({ '/': linksTo('mailto:a@b.test', 'https://elsewhere.test/'), '/robots.txt': '' });
  const path = newPath();
  const session = newSession([server.url('/')], { maxPages: 5 }, { path });
  await session.run();
  const { reasons } = session.status();
  const equal = reasons.filter(({ count }) => count === 1).map(({ reason }) => reason);
  expect(equal.length).toBeGreaterThan(1);
  expect(equal).toEqual([...equal].sort());
  await session.close();
  expect(reopen(path).status().reasons).toEqual(reasons);
});
