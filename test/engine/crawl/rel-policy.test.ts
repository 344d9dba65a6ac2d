import { describe, expect, it } from 'vitest';
import { relPolicy } from '#core/decision/rel-policy.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { newSession, rows, site } from '../../support/crawling.ts';
import { page } from '../../support/site.ts';

const links = page(
  '<a href="/plain">x</a><a rel="nofollow" href="/nofollow">x</a><a rel="ugc" href="/ugc">x</a>',
  '<a rel="sponsored" href="/sponsored">x</a><a rel="noopener ugc nofollow" href="/both">x</a><a rel="nofollowed" href="/other">x</a>',
);
const files = Object.fromEntries(
  ['plain', 'nofollow', 'ugc', 'sponsored', 'both', 'other'].map(name => [`/${name}`, page(name)]),
);

async function crawled(settings: Partial<CrawlSettings>) {
  const main = await site({ '/': links, ...files });
  const session = newSession([main.url('/')], { delayMs: 0, ...settings });
  await session.run();
  const found = rows(session, 'SELECT url, state, reason FROM urls ORDER BY id').slice(1);
  return Object.fromEntries(found.map(([url, state, reason]) => [String(url).slice(main.origin.length + 1), [state, reason]]));
}

const fetched = ['done', 'fetched'];

describe('links with rel', () => {
  it('only nofollow is not followed unless the settings say otherwise', async () => {
    const nofollow = ['disregarded', 'link-nofollow'];
    expect(await crawled({})).toEqual({
      plain: fetched,
      other: fetched,
      ugc: fetched,
      sponsored: fetched,
      nofollow,
      both: nofollow,
    });
  });

  it('ugc and sponsored are recorded only where the settings say so, each with its reason', async () => {
    const found = await crawled({ nofollowLinks: 'follow', ugcLinks: 'record', sponsoredLinks: 'record' });
    expect(found).toEqual({
      ...{ plain: fetched, other: fetched, nofollow: fetched },
      ugc: ['disregarded', 'link-ugc'],
      both: ['disregarded', 'link-ugc'],
      sponsored: ['disregarded', 'link-sponsored'],
    });
  });

  it('nofollow decides before the others', () => {
    const policy = relPolicy({ nofollowLinks: 'record', ugcLinks: 'record', sponsoredLinks: 'record' });
    expect(['', 'ugc', 'ugc nofollow', 'sponsored ugc', 'noopener', 'NOFOLLOW'].map(policy)).toEqual([
      ...[null, 'ugc', 'nofollow', 'sponsored', null, null],
    ]);
  });
});
