import { describe, expect, it } from 'vitest';
import { coverageOf } from '#core/replay/coverage.ts';
import { differenceOf, rowsOfChange } from '#core/replay/difference.ts';
import { replay } from '#core/replay/replay.ts';
import { finish } from '#core/steps.ts';
import type { Session } from '#engine/session/session.ts';
import { newSession, rows, site } from '../../support/crawling.ts';
import { linksTo, robotsFile } from '../../support/site.ts';

const robots = 'User-agent: *\nDisallow: /no\nAllow: /no/but\nDisallow: /never\n\nUser-agent: Googlebot\nDisallow: /g\n';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function crawled(): Promise<Session> {
  const server = await site({
    '/robots.txt': robotsFile(robots),
    '/': linksTo('/hub', '/no', '/no/but', '/no/x', '/g'),
    '/hub': linksTo('/deep', '/deeper'),
    '/deep': linksTo('/deeper'),
    '/deeper': 'End',
    '/no/but': 'Allowed',
    '/g': 'End',
  });
  const session = newSession([server.url('/')]);
  expect(await session.run()).toBe('finished');
  return session;
}

describe('a stored crawl, replayed', () => {
  it('gives every URL the line that was recorded when it was crawled', async () => {
    const session = await crawled();
    const source = session.replay({});
    const { table } = finish(source.table());
    const { lines } = finish(replay(table, source.stored(source.profile)));
    const recorded = rows(session, 'SELECT id, robots_line FROM url WHERE robots_line IS NOT NULL ORDER BY id') as [
      number,
      number,
    ][];
    expect(recorded.length).toBe(8);
    expect(recorded.map(([id]) => [id, lines[table.rowOf(id)]])).toEqual(recorded);
  });

  it('knows what each line does, what a draft would change and which pages nothing would lead to', async () => {
    const source = (await crawled()).replay({});
    const { table } = finish(source.table());
    const before = finish(replay(table, source.stored(source.profile)));
    const coverage = finish(coverageOf(table, before));
    expect(coverage.lines.map(each => [each.line, each.decides, each.loses])).toEqual([
      [2, 2, 1],
      [3, 1, 0],
      [4, 0, 0],
    ]);
    const after = finish(
      replay(table, source.draft(source.profile, bytes(`${robots.replace('Disallow: /never', 'Disallow: /hub')}`))),
    );
    const difference = finish(differenceOf(table, before, after));
    expect([...rowsOfChange(difference, 'newlyBlocked')].map(row => table.targets[row])).toEqual(['/hub']);
    expect([...finish(source.lost(before, after)).lost].map(row => table.targets[row])).toEqual(['/deep', '/deeper']);
  });

  it('says where crawlers disagree, since when a verdict holds, and how to change it', async () => {
    const source = (await crawled()).replay({});
    const { table } = finish(source.table());
    const found = finish(source.disagreements([source.profile, 'googlebot']));
    expect([...found.rows(null)].map(row => table.targets[row]).sort()).toEqual(['/g', '/no', '/no/x']);
    const { ids, history } = source.history(source.profile);
    expect([ids, history.blame(`${source.origin}/no`)]).toEqual([[source.version.id], { since: 0, sameRuleSince: 0 }]);
    const verdicts = finish(replay(table, source.stored(source.profile)));
    const chosen = [...table.targets.keys()].filter(row => table.targets[row] === '/no/x');
    expect(finish(source.fix(verdicts, chosen, 'free'))).toMatchObject({
      kind: 'found',
      exact: { edits: [{ kind: 'add', text: 'Allow: /no/x$' }], proof: { wanted: 1, flipped: 1, others: 0 } },
    });
  });

  it('refuses origins and versions that the file does not hold', async () => {
    const session = await crawled();
    expect(() => session.replay({ origin: 'http://elsewhere.test/' })).toThrow('http://elsewhere.test is not in this crawl.');
    expect(() => session.replay({ version: 99 })).toThrow(/has no version 99. Stored: only version 1\./);
    const source = session.replay({});
    expect(() => source.stored('nobody')).toThrow('There is no crawler profile “nobody”.');
  });
});
