import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';
import { redirect, robotsFile } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const ownHome = process.env['CRAWLSCOPE_HOME'];
afterEach(() => {
  process.env['CRAWLSCOPE_HOME'] = ownHome;
});

it('a Crawl-delay of a robots.txt on another host is told to other processes before the first page', async () => {
  process.env['CRAWLSCOPE_HOME'] = tempFolder();
  const other = await site({ '/robots.txt': robotsFile('User-agent: *\nCrawl-delay: 0.4\n') });
  const told: unknown[] = [];
  const server = await site({
    '/robots.txt': redirect(`${other.origin}/robots.txt`),
    '/': () => {
      const db = new BetterSqlite3(join(process.env['CRAWLSCOPE_HOME'] ?? '', 'host-clocks.db'), { readonly: true });
      told.push(db.prepare('SELECT delay FROM host WHERE key = ?').pluck().get(server.origin));
      db.close();
      return 'Here';
    },
  });
  const session = newSession([server.url('/')]);
  expect(await session.run()).toBe('finished');
  expect(told).toEqual([400]);
});
