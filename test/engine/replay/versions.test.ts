import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '#engine/session/session.ts';
import { dayWords } from '#shared/explain/blame.ts';
import type { RobotsHistory } from '#shared/model/history.ts';
import { column, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { patience } from '../../support/patience.ts';
import { linksTo, page, robotsFile } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const rules = (...lines: string[]): string => ['User-agent: *', ...lines, ''].join('\n');

/** A crawl of five pages with four imported versions before its own. */
async function crawled(): Promise<{ session: Session; origin: string; path: string }> {
  const server = await site({
    '/robots.txt': robotsFile(rules('Disallow: /b', 'Disallow: /a/x')),
    '/': page(linksTo('/a/1', '/a/x', '/b', '/c')),
    '/a/1': page(''),
    '/c': page(''),
  });
  const path = newPath();
  const session = newSession([server.url('/')], {}, { path });
  await session.run();
  const folder = join(tempFolder(), 'history');
  mkdirSync(folder);
  const versions = {
    '2024-01-01.txt': rules('Disallow: /c'),
    '2024-03-05.txt': rules('Disallow: /a', 'Disallow: /c'),
    '2024-05-12.txt': rules('Disallow: /a'),
    '2024-06-01.json': '{"status": 404}',
  };
  for (const [name, text] of Object.entries(versions)) writeFileSync(join(folder, name), text);
  session.importRobots(folder, server.origin);
  return { session, origin: server.origin, path };
}

async function settled(session: Session, origin: string, profile = ''): Promise<RobotsHistory> {
  return await vi.waitUntil(async () => {
    const found = await session.handlers['robots.history']({ origin, profile });
    return found.progress.state !== 'running' && found;
  }, patience);
}

describe('the history of a robots.txt', () => {
  test('numbers all versions by time, with what each changed in text and in verdicts', async () => {
    const { session, origin } = await crawled();
    const found = await settled(session, origin);
    expect(found.counted).toBe(5);
    expect(
      found.versions.map(({ number, source, isCurrent, lines, verdicts }) => [
        number,
        source,
        isCurrent,
        lines && [lines.added, lines.removed],
        verdicts && [verdicts.blocked, verdicts.newlyBlocked, verdicts.newlyAllowed],
      ]),
    ).toEqual([
      [1, 'import', false, null, [1, 0, 0]],
      [2, 'import', false, [1, 0], [3, 2, 0]],
      [3, 'import', false, [0, 1], [2, 0, 1]],
      [4, 'import', false, null, [0, 0, 2]],
      [5, 'crawl', true, [2, 1], [2, 2, 0]],
    ]);
    expect(found.versions.map(({ lines }) => lines?.since)).toEqual([undefined, 1, 2, undefined, 3]);
  });

  test('counts URLs the crawl added since, and follows a version that came', async () => {
    const { session, origin } = await crawled();
    const before = await settled(session, origin, 'googlebot');
    const { asked } = await session.handlers['robots.check']({});
    expect([before.versions.length, asked]).toEqual([5, 1]);
    expect((await settled(session, origin, 'googlebot')).versions.length).toBe(5);
  });

  test('two versions stand side by side', async () => {
    const { session, origin } = await crawled();
    const [first, second] = (await settled(session, origin)).versions;
    const diff = await session.handlers['robots.diff']({ origin, before: first?.id ?? 0, after: second?.id ?? 0 });
    expect(diff).toMatchObject({ added: 1, removed: 0, moved: 0, rowCount: 3 });
    expect(diff.withoutText).toEqual({ before: false, after: false });
    expect(diff.rows[1]).toEqual({ kind: 'added', old: 0, now: 2, oldText: '', newText: 'Disallow: /a' });
  });
});

test('an answer that was no file is no emptied file: there is no text to compare', async () => {
  const { session, origin } = await crawled();
  const ids = (await settled(session, origin)).versions.map(({ id }) => id);
  const diff = (before: number, after: number) =>
    session.handlers['robots.diff']({ origin, before: ids[before] ?? 0, after: ids[after] ?? 0 });
  expect(await diff(2, 3)).toEqual({
    ...{ added: 0, removed: 0, moved: 0, rows: [], rowCount: 0 },
    withoutText: { before: false, after: true },
  });
  expect(await diff(3, 4)).toMatchObject({ added: 3, removed: 0, withoutText: { before: true, after: false } });
});

describe('blame', () => {
  const blame = async (session: Session, url: string, version?: number) =>
    session.handlers['robots.blame']({ url, profile: '', ...(version === undefined ? {} : { version }) });

  test('says since which version and by which line, for URLs of the crawl and for others', async () => {
    const { session, origin } = await crawled();
    const seen = await blame(session, `${origin}/a/x`);
    const ids = seen.ids;
    expect(seen).toMatchObject({ asOf: 5, since: 5, sameRuleSince: 5, line: 3, isStored: true });
    expect(seen.runs.map(({ from, to, allowed, reason, line }) => [from, to, allowed, reason, line])).toEqual([
      [1, 1, true, 'no-match', 0],
      [2, 3, false, 'rule', 2],
      [4, 4, true, 'no-file', 0],
      [5, 5, false, 'rule', 3],
    ]);
    expect(seen.sentence).toMatch(/^Blocked since version 5 \(\d+ \w+ \d{4}\) by line 3 “Disallow: \/a\/x”; allowed before\.$/);
    expect((await blame(session, `${origin}/a/x`, ids[2])).sentence).toBe(
      'Blocked since version 2 (5 Mar 2024) by line 2 “Disallow: /a”; allowed before.',
    );
    expect((await blame(session, `${origin}/a/never-seen`, ids[3])).sentence).toBe(
      'Allowed since version 4 (1 Jun 2024): there is no robots.txt; blocked before.',
    );
    const unseen = await blame(session, `${origin}/other`);
    expect(unseen.isStored).toBe(false);
    expect(unseen.sentence).toBe('Allowed since the oldest known version, version 1 (1 Jan 2024): no rule matches.');
  });

  test('an origin, a version and a text that are none are refused', async () => {
    const { session, origin } = await crawled();
    await expect(blame(session, 'https://other.test/')).rejects.toMatchObject({ code: 'not_found' });
    await expect(blame(session, `${origin}/`, 99)).rejects.toMatchObject({ code: 'not_found' });
    await expect(blame(session, 'no url')).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('the URLs a version blocks are listed', async () => {
    const { session, origin } = await crawled();
    const [, second] = (await settled(session, origin)).versions;
    const side = { version: second?.id ?? 0, text: null, profile: '' };
    const found = await session.handlers['replay.judged']({ origin, side, verdict: 'blocked', from: 0, limit: 10 });
    expect(found.total).toBe(3);
    expect(found.rows.map(({ url, line }) => [url, line])).toEqual([
      [`${origin}/a/1`, 2],
      [`${origin}/a/x`, 2],
      [`${origin}/c`, 3],
    ]);
  });

  test('days are those of the calendar', () => {
    for (const at of [0, -1, 951_782_400_000, 1_715_472_000_000, 4_102_444_799_999]) {
      const date = new Date(at);
      const month = date.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' });
      expect(dayWords(at)).toBe(`${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`);
    }
  });
});

describe('asking again for robots.txt', () => {
  test('how often is kept in the file, and the last answer is told', async () => {
    const { session, path } = await crawled();
    expect(await session.handlers['robots.checks']({})).toEqual({ everyHours: 0, last: null, nextAt: null, isChecking: false });
    session.keepChecking();
    const planned = await session.handlers['robots.checkEvery']({ hours: 6 });
    expect(planned.everyHours).toBe(6);
    await session.handlers['robots.checkEvery']({ hours: 6 });
    expect(column(session, "SELECT detail FROM event WHERE kind = 'robots-check-every'")).toEqual(['6']);
    expect(planned.nextAt).toBeGreaterThan(Date.now());
    const asked = await session.handlers['robots.check']({});
    expect(asked).toEqual({ asked: 1, changed: 0, unreachable: 0, firstUnreachable: '' });
    const after = await session.handlers['robots.checks']({});
    expect(after.last?.detail).toBe('1 host asked, nothing new');
    expect((after.nextAt ?? 0) - (after.last?.at ?? 0)).toBeGreaterThanOrEqual(6 * 3_600_000);
    await session.close();
    const again = reopen(path);
    expect(await again.handlers['robots.checks']({})).toMatchObject({ everyHours: 6, last: after.last, nextAt: null });
  });

  test('a file open for reading only is not asked for', async () => {
    const { session, path } = await crawled();
    await session.close();
    const reading = reopen(path, { readOnly: true });
    await expect(reading.handlers['robots.check']({})).rejects.toMatchObject({ code: 'refused' });
    await expect(async () => reading.handlers['robots.checkEvery']({ hours: 1 })).rejects.toMatchObject({ code: 'refused' });
  });
});
