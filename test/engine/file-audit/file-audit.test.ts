import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { openForAudit } from '#engine/file-audit/audit-file.ts';
import { createSession } from '#engine/session/session.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { type FileCheckCount, type FileCheckId, type FileDifference, fileChecks } from '#shared/model/file-audit.ts';
import { newPath } from '../../support/crawling.ts';
import { oldFile } from '../../support/old-file.ts';
import { linksTo, page, redirect, startSite } from '../../support/site.ts';
import { waitlessClock } from '../../support/waitless-clock.ts';

/** The audit of a crawl file by itself (I1 to I15 of docs/invariants.md): nothing on a sound file, and each kind of damage by its name. */

let path = '';

beforeAll(async () => {
  const server = await startSite({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /a\nDisallow: /blocked\n' },
    '/': page(
      linksTo('/a', '/b', '/noindex', '/nofollow', '/copy', '/old', '/gone', '/blocked', '/file.pdf'),
      '<img src="/pic.png">',
    ),
    '/a': page(linksTo('/', '/b')),
    '/b': page('', '<a rel="nofollow" href="/only-nofollow">x</a>', '<a href="https://example.com/">x</a>'),
    '/noindex': page('<meta name="robots" content="noindex">', linksTo('/a')),
    '/nofollow': page('<meta name="robots" content="nofollow">', linksTo('/hidden')),
    '/copy': page('<link rel="canonical" href="/a">'),
    '/old': redirect('/a', 301),
    '/file.pdf': { headers: { 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' }, body: '%PDF' },
    '/pic.png': { headers: { 'content-type': 'image/png' }, body: 'png' },
  });
  const locs = ['/a', '/only-listed'].map(loc => `<url><loc>${server.url(loc)}</loc></url>`).join('');
  server.set('/only-listed', page(''));
  server.set('/sitemap.xml', {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs}</urlset>`,
  });
  path = newPath();
  const clock = waitlessClock();
  const settings = { ...defaultSettings, delayMs: 200, checkResources: true, seeds: [server.url('/')] };
  const session = createSession(path, settings, { clock, wrapFetcher: fetcher => clock.watching(fetcher) });
  await session.run();
  await session.close();
  await server.close();
});

interface Found {
  readonly checks: readonly FileCheckCount[];
  readonly differences: readonly FileDifference[];
}

function audited(file: string): Found {
  const differences: FileDifference[] = [];
  const opened = openForAudit(file);
  try {
    return { checks: finish(opened.run(found => differences.push(found))), differences };
  } finally {
    opened.close();
  }
}

/** The same file after one statement. */
function damaged(sql: string): Found {
  const copy = join(dirname(newPath()), 'damaged.crawl');
  copyFileSync(path, copy);
  const db = new BetterSqlite3(copy);
  db.pragma('foreign_keys = OFF');
  expect(db.prepare(sql).run().changes, sql).toBeGreaterThan(0);
  db.close();
  return audited(copy);
}

const namesOf = ({ differences }: Found): FileCheckId[] => [...new Set(differences.map(({ check }) => check))];

describe('the audit of a crawl file', () => {
  test('finds no difference in what the crawl wrote, and says how much it checked', () => {
    const { checks, differences } = audited(path);
    expect(differences).toEqual([]);
    expect(checks.map(({ check }) => check)).toEqual(fileChecks.map(({ id }) => id));
    for (const { check, checked } of checks) expect(checked, check).toBeGreaterThan(0);
    const of = (id: FileCheckId) => checks.find(({ check }) => check === id)?.notRecomputable;
    // Everything that robots.txt, responses and pages decided is recomputed.
    for (const id of ['access', 'outcome', 'listing', 'follow'] as const) expect(of(id), id).toEqual({});
  });

  test.each<[FileCheckId, string]>([
    ['sound', 'UPDATE sitemap_entry SET url_id = 99999'],
    ['one-decision', "UPDATE url SET reason = 'not-found' WHERE url LIKE '%/a'"],
    ['not-leased', "UPDATE url SET state = 'leased' WHERE url LIKE '%/a'"],
    ['attempts', "UPDATE url SET attempts = 9 WHERE url LIKE '%/a'"],
    ['attempts', "UPDATE url SET fetch_id = 1 WHERE url LIKE '%/a'"],
    ['delay', 'UPDATE fetch_row SET started_at = (SELECT ended_at FROM fetch WHERE id = 3) + 10 WHERE id = 4'],
    ['one-request', 'UPDATE fetch_row SET ended_at = ended_at + 100000 WHERE id = 4'],
    ['allowed', "UPDATE fetch_row SET target = (SELECT url FROM url WHERE url LIKE '%/blocked') WHERE id = 4"],
    ['allowed', "DELETE FROM decided WHERE url_id = (SELECT id FROM url WHERE url LIKE '%/b')"],
    ['one-decision', "DELETE FROM decided WHERE url_id = (SELECT id FROM url WHERE url LIKE '%/b')"],
    ['robots-first', 'UPDATE robots_version SET first_seen_at = first_seen_at + 1000000'],
    [
      'bodies',
      "DELETE FROM block_body WHERE hash = (SELECT body_hash FROM fetch WHERE purpose = 'page' AND body_hash IS NOT NULL)",
    ],
    ['bodies', 'UPDATE block_body SET start = start + 1, size = size - 2 WHERE size > 100'],
    ['counts', 'UPDATE inlink_count SET counts = CAST(replace(CAST(counts AS TEXT), 1, 2) AS BLOB)'],
    ['counts', "UPDATE url SET in_sitemaps = 0 WHERE url LIKE '%/a'"],
    ['counts', 'UPDATE links_row SET count = count + 1 WHERE from_id = 1'],
    ['counts', 'UPDATE sitemap SET entries = 7'],
    ['counts', 'UPDATE check_count SET urls = urls + 1'],
    ['ended', 'UPDATE fetch_row SET ended_at = NULL WHERE id = 4'],
    ['checked', "UPDATE url_check SET state = 'leased'"],
    ['checked', "UPDATE url SET check_result = 'check-not-found' WHERE check_result IS NOT NULL"],
    ['admission', "UPDATE decision_kind SET verdict = 'reject', reason = 'depth-limit', rule = 'depth' WHERE reason = 'linked'"],
    ['access', "UPDATE decision_kind SET reason = 'robots-no-rule' WHERE reason = 'robots-allow'"],
    ['access', "UPDATE robots_version SET status = 404, access = 'allow-all' WHERE status = 200"],
    ['outcome', "UPDATE fetch_row SET kind_id = NULL, outcome = 'response', status = 404 WHERE purpose IS NULL"],
    ['listing', "UPDATE url SET may_list = 'no' WHERE may_list = 'yes'"],
    ['listing', "UPDATE decision_kind SET verdict = 'accept', reason = 'listable' WHERE reason = 'meta-noindex'"],
    ['follow', "UPDATE decision_kind SET verdict = 'reject', reason = 'meta-nofollow' WHERE reason = 'links-followed'"],
  ])('reports “%s” after %s', (check, sql) => {
    const found = damaged(sql);
    expect(namesOf(found)).toContain(check);
    const difference = found.differences.find(each => each.check === check);
    expect(difference?.invariant).toBe(fileChecks.find(({ id }) => id === check)?.invariant);
    expect(difference?.stored).not.toBe(difference?.recomputed);
  });

  test('a change of one fact is one difference', () => {
    const { differences } = damaged("UPDATE url SET may_list = 'no' WHERE url LIKE '%/a'");
    expect(differences).toEqual([
      {
        ...{ check: 'listing', invariant: 'I15', subject: expect.stringMatching(/\/a$/) },
        ...{ stored: 'may list: no', recomputed: 'may list: yes' },
      },
    ]);
  });

  test('damage in one place does not end the audit', () => {
    const evidence = damaged(`UPDATE url SET found = NULL, evidence = '[{"kind":"nonsense"}]' WHERE url LIKE '%/a'`);
    expect(evidence.differences).toContainEqual(
      expect.objectContaining({
        check: 'one-decision',
        subject: expect.stringMatching(/\/a$/),
        stored: expect.stringContaining('evidence'),
      }),
    );
    expect(evidence.checks.find(({ check }) => check === 'follow')?.checked).toBeGreaterThan(5);
    const settings = damaged("UPDATE settings SET json = '{}'");
    expect(settings.differences.some(({ stored }) => stored.includes('settings cannot be read'))).toBe(true);
  });

  test('says what it could not recompute where bodies are not there, and why', () => {
    const copy = join(dirname(newPath()), 'lean.crawl');
    copyFileSync(path, copy);
    const db = new BetterSqlite3(copy);
    db.exec('DELETE FROM block_body; DELETE FROM body_block; UPDATE fetch_row SET body_hash = NULL WHERE purpose IS NULL');
    db.close();
    const { checks, differences } = audited(copy);
    expect(differences.filter(({ check }) => check === 'listing' || check === 'follow')).toEqual([]);
    expect(checks.find(({ check }) => check === 'follow')?.notRecomputable).toEqual({
      'the body is not stored': expect.any(Number),
    });
  });

  test.each([1, 4] as const)('reads a file of version %i as it is', version => {
    const { checks } = audited(oldFile(version).path);
    expect(checks.find(({ check }) => check === 'sound')).toMatchObject({ differences: 0, checked: expect.any(Number) });
    expect(checks.find(({ check }) => check === 'one-decision')).toMatchObject({ checked: 60, differences: 0 });
  });
});
