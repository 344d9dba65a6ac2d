import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeTerms } from '#core/query/describe-term.ts';
import { operatorsOf } from '#core/query/operators.ts';
import { parseQuery } from '#core/query/query.ts';
import { finish } from '#core/steps.ts';
import { ChangedUrls } from '#engine/compare/changed-urls.ts';
import { compareCrawls, type KeepUrl, sideOf } from '#engine/compare/compare-crawls.ts';
import { comparisonFile } from '#engine/compare/comparison-file.ts';
import { changeWords, facetWords, flipsOf, flipWords } from '#shared/explain/comparison.ts';
import { cellOf, type UrlColumn } from '#shared/model/url-column.ts';
import { type UrlRow, urlColumns } from '#shared/model/url-columns.ts';
import { suggestedOperators } from '#shared/model/url-operators.ts';
import { UrlOrders } from '#storage/lists/url-orders.ts';
import { urlViews } from '#storage/lists/url-views.ts';
import { chooseColumns, urlsCommand } from '../../../electron/cli/commands/urls.ts';
import type { ShownGroup } from '../../../renderer/features/compare/compare-words.ts';
import { columnsOf } from '../../../renderer/features/compare/group-columns.tsx';
import { gridColumns, hiddenAtFirst } from '../../../renderer/features/urls/columns.tsx';
import { addUrl, newStore } from '../../storage/fixture.ts';
import { fakeEngine, urlRow } from '../../support/fake-session.ts';
import { runCommand } from '../../support/memory-io.ts';
import { tempFolder } from '../../support/temp.ts';

/** What an engineer adds to the table for two new columns: nothing else but the migration, the write and a line of docs. */
const scrolls: UrlColumn = {
  key: 'scrolls',
  name: 'scrolls',
  stored: 'scrolls',
  kind: 'number',
  format: 'count',
  label: 'Scrolls',
  help: 'screens of visible text',
  none: 'not an HTML page',
  width: 80,
  shown: 'everywhere',
  operator: { example: 'scrolls:<100', help: 'Screens of visible text: <100' },
  compared: 'by-value',
};
const tone: UrlColumn = {
  key: 'toneOfVoice',
  name: 'tone_of_voice',
  stored: 'tone_of_voice',
  kind: 'word',
  format: 'text',
  values: { calm: 'says it once', loud: 'says it often' },
  label: 'Tone',
  help: 'how it speaks',
  none: 'silent',
  width: 80,
  shown: 'on-request',
  operator: { names: ['tone'], example: 'tone:loud', help: 'calm, loud' },
  compared: 'by-value',
};
const columns: readonly UrlColumn[] = [...urlColumns, scrolls, tone];

/** A file with the two columns, as a migration and a write leave it. */
function fileWithBoth() {
  const { db, store } = newStore();
  const ids = ['a', 'b', 'c'].map(path => addUrl(store, `http://a.test/${path}`));
  db.exec('ALTER TABLE url ADD COLUMN scrolls INTEGER; ALTER TABLE url ADD COLUMN tone_of_voice TEXT');
  const write = db.prepare('UPDATE url SET scrolls = ?, tone_of_voice = ? WHERE id = ?');
  write.run(300, 'loud', ids[0]);
  write.run(20, 'calm', ids[1]);
  return db;
}

const paths = (rows: Iterable<UrlRow>): string[] => [...rows].map(({ url }) => url.slice(-1));

describe('a column that is added to the table', () => {
  it('is in the rows of a list', () => {
    const rows = [...urlViews(fileWithBoth(), columns).stream([], 10)];
    expect(rows.map(row => [cellOf(row, scrolls), cellOf(row, tone)])).toEqual([
      [300, 'loud'],
      [20, 'calm'],
      [null, null],
    ]);
  });

  it('sorts lists, by the columns in memory as by the file', () => {
    const db = fileWithBoth();
    const orders = new UrlOrders(db, columns);
    const views = urlViews(db, columns);
    finish(orders.update());
    const sorted = (key: string, descending: boolean): string[] => {
      const ids = finish(orders.order(finish(orders.select([], () => undefined)), key, descending));
      const first = finish(views.firstOf([], key, descending, 10));
      first.look(0, views.lastId());
      expect([...first.ids()]).toEqual([...ids]);
      return paths(views.rows(ids));
    };
    expect(sorted('scrolls', false)).toEqual(['b', 'a', 'c']);
    expect(sorted('scrolls', true)).toEqual(['a', 'b', 'c']);
    expect(sorted('toneOfVoice', false)).toEqual(['b', 'a', 'c']);
  });

  it('filters lists by its operator, by the columns in memory as by the file', () => {
    const db = fileWithBoth();
    const orders = new UrlOrders(db, columns);
    const views = urlViews(db, columns);
    finish(orders.update());
    const kept = (filter: string): string[] => {
      const { terms, problem } = parseQuery(filter, operatorsOf(columns));
      expect(problem).toBe('');
      expect(orders.isQuick(terms)).toBe(true);
      const found = paths(views.rows(finish(orders.select(terms, () => undefined))));
      expect(paths(views.stream(terms, 10))).toEqual(found);
      return found;
    };
    expect(kept('scrolls<100')).toEqual(['b']);
    expect(kept('scrolls:none')).toEqual(['c']);
    expect(kept('-tone:loud')).toEqual(['b', 'c']);
    expect(kept('tone_of_voice:loud,calm')).toEqual(['a', 'b']);
  });

  it('has an operator that is described, suggested and explained where it is wrong', () => {
    const operators = operatorsOf(columns);
    expect(describeTerms(parseQuery('scrolls:<100 tone:loud', operators).terms, columns)).toBe('scrolls at most 99, tone loud');
    expect(suggestedOperators(columns)).toContainEqual({ name: 'tone', help: 'calm, loud', also: ['tone_of_voice'] });
    expect(parseQuery('tone:shrill', operators).problem).toContain('Use one of: calm, loud, none.');
  });

  it('is a column of the command line and of its exports', async () => {
    expect(chooseColumns(undefined, columns).map(({ name }) => name)).toContain('scrolls');
    expect(chooseColumns('tone_of_voice', columns)).toEqual([tone]);
    const path = join(tempFolder(), 'x.crawl');
    writeFileSync(path, '');
    const { engine } = fakeEngine({ rows: [{ ...urlRow(), scrolls: 7, toneOfVoice: 'calm' } as UrlRow] });
    const { out } = await runCommand(
      urlsCommand(columns),
      ['--columns', 'url,scrolls,tone_of_voice', '--format', 'csv', '--where', 'scrolls:7', path],
      { engine },
    );
    expect(out).toBe('url,scrolls,tone_of_voice\r\nhttps://example.com/,7,calm\r\n');
    expect(urlsCommand(columns).notes?.join('\n')).toMatch(/scrolls, tone_of_voice[\s\S]*scrolls:.*tone:/);
  });

  it('is a column of the grid and of the menu that shows and hides columns', () => {
    const added = gridColumns(columns).slice(-2);
    expect(added).toMatchObject([
      { key: 'scrolls', label: 'Scrolls', about: 'Screens of visible text; empty: not an HTML page', end: true },
      { key: 'toneOfVoice', label: 'Tone' },
    ]);
    const row = { ...urlRow(), scrolls: 1_234, toneOfVoice: 'calm' } as UrlRow;
    expect(added.map(({ cell }) => cell(row))).toEqual(['1,234', 'calm']);
    expect(hiddenAtFirst(columns)).toContain('toneOfVoice');
    expect(hiddenAtFirst(columns)).not.toContain('scrolls');
  });

  it('is compared between crawls, shown with both values and written to files of comparisons', () => {
    const [before, after] = [fileWithBoth(), fileWithBoth()];
    after.exec("UPDATE url SET scrolls = scrolls + 1; UPDATE url SET tone_of_voice = 'calm' WHERE id = 1");
    const sides = [sideOf(before, 'old.crawl', columns), sideOf(after, 'new.crawl', columns)] as const;
    const urls = new ChangedUrls(columns);
    const keep: KeepUrl = (group, old, now) => urls.add(group, old, now);
    const { comparison, groupOf } = finish(compareCrawls(...sides, { keep, columns }));
    finish(urls.arrange(groupOf, 0));
    expect(comparison).toMatchObject({ both: 3, flipped: 2, retargeted: 0 });
    const [group] = comparison.groups;
    if (!group) return expect.fail();
    expect(group).toMatchObject({
      kind: 'column',
      name: 'scrolls',
      urls: 2,
      flips: { 'column:scrolls': 2, 'column:toneOfVoice': 1 },
    });
    expect(changeWords(group, columns)).toBe('Scrolls: another value');
    expect(facetWords(group.facets, columns)).toBe('scrolls 2, tone 1');
    expect(flipsOf(group).map(flip => flipWords(flip, columns).words)).toEqual(['another scrolls', 'another tone']);
    const [row] = urls.page(group.id, 0, 1);
    expect(row).toMatchObject({ before: { scrolls: 300, toneOfVoice: 'loud' }, after: { scrolls: 301, toneOfVoice: 'calm' } });
    const shown = columnsOf({ part: 'changed', change: group } as ShownGroup, '', columns).map(({ label }) => label);
    expect(shown).toEqual(['URL', 'Scrolls', 'Tone', 'Inlinks']);
    const states = [sides[0].states, sides[1].states] as const;
    const file = [...comparisonFile('csv', { comparison, urls, states, names: ['old', 'new'] }, columns)].join('').split('\r\n');
    expect(file[0]).toMatch(/,reason_before,reason_after,scrolls_before,scrolls_after,tone_of_voice_before,tone_of_voice_after$/);
    expect(file[1]).toMatch(/,linked,linked,300,301,loud,calm$/);
  });

  it('of words alone is told apart by its values', () => {
    const [before, after] = [fileWithBoth(), fileWithBoth()];
    after.exec("UPDATE url SET tone_of_voice = 'loud' WHERE id = 3");
    const sides = [sideOf(before, 'old.crawl', columns), sideOf(after, 'new.crawl', columns)] as const;
    const { comparison } = finish(compareCrawls(...sides, { columns }));
    expect(comparison.groups.map(group => changeWords(group, columns))).toEqual(['Tone: none → loud']);
  });
});

it('the label of each column fits its width', () => {
  // A letter has about 7 pixels, the sides of a cell have 16.
  const narrow = urlColumns.filter(({ label, width }) => width < label.length * 7 + 16);
  expect(narrow.map(({ label }) => label)).toEqual([]);
});
