import { copyFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { finish } from '#core/steps.ts';
import { trendOfFiles } from '#engine/compare/trend-files.ts';
import { openTwoFiles } from '#engine/compare/two-files.ts';
import { fieldWords, usualFields } from '#shared/model/compare-fields.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { noMapping } from '#shared/model/url-mapping.ts';
import { urlKey } from '#storage/file/codec.ts';
import { newPath } from '../../support/crawling.ts';
import { oldFile, oldPages } from '../../support/old-file.ts';

/** Two files of the first version that differ in one title. They are not migrated. */
function twoOldFiles(version: 1 | 4) {
  const { path } = oldFile(version);
  const db = new BetterSqlite3(path);
  db.function('key_of', (url: unknown) => urlKey(String(url)));
  db.exec(`UPDATE url SET hash = key_of(url), status = 200, content_type = 'text/html', title = 'T' || id`);
  db.prepare('UPDATE settings SET json = ?').run(JSON.stringify({ ...defaultSettings, seeds: ['http://a.test/1'] }));
  const copy = newPath();
  db.close();
  copyFileSync(path, copy);
  const other = new BetterSqlite3(copy);
  other.exec("UPDATE url SET title = 'Another' WHERE id = 7");
  other.exec('UPDATE crawl SET created_at = 2');
  other.close();
  return [path, copy] as const;
}

test.each([1, 4] as const)('files of version %i are compared without migrating them: what they lack is not recorded', version => {
  const [before, after] = twoOldFiles(version);
  const two = openTwoFiles(before, after, noMapping);
  try {
    const found = finish(
      two.fields([...usualFields, fieldWords('links'), fieldWords('structured_errors'), fieldWords('header:etag')]),
    );
    const count = (id: string) => found.counts.find(each => each.id === id);
    expect(count('title')).toMatchObject({ both: oldPages, differ: 1, notRecorded: 0 });
    expect([...found.rows({ field: 'title', way: null, contains: '' })]).toMatchObject([{ before: 'T7', after: 'Another' }]);
    for (const id of ['description', 'h1', 'words', 'text', 'structured_types'])
      expect(count(id)).toMatchObject({ both: oldPages, differ: 0, notRecorded: oldPages });
    expect(count('links')).toMatchObject({ both: oldPages, differ: 0 });
    expect(finish(two.mapping())).toMatchObject({ matched: oldPages });
    expect(two.page('http://a.test/7').fields).toContainEqual({ name: 'Title', before: 'T7', after: 'Another' });
  } finally {
    two.close();
  }
  const db = new BetterSqlite3(before, { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(version);
  db.close();
});

test('a trend over old files has no numbers for what they lack', async () => {
  const files = twoOldFiles(1);
  const trend = await trendOfFiles(files, { checks: [], report: () => 'go-on' });
  expect(trend?.crawls.map(({ numbers, words, score }) => [numbers.pages, numbers.indexable, words, score])).toEqual([
    [oldPages, null, null, null],
    [oldPages, null, null, null],
  ]);
  expect(await trendOfFiles(files, { checks: [], report: () => 'cancel' })).toBeNull();
});
