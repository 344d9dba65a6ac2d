import { describe, expect, it } from 'vitest';
import { type Difference, differenceOf, flipsOf, rowsOfChange } from '#core/replay/difference.ts';
import { judgeFor } from '#core/replay/judge.ts';
import { allowedAt, replay } from '#core/replay/replay.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { dice, fileFrom, judgeOfText, ORIGIN, tableFrom } from './generated.ts';

const rfc9309 = dialectById('rfc9309') as Dialect;

function shop(): TargetTable {
  const table = new TargetTable(ORIGIN);
  let id = 0;
  for (const section of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    for (let page = 0; page < 700; page += 1) {
      id += 1;
      const query = page % 10 === 0 ? '?sort=x' : '';
      table.add({ id, target: `/${section}/${page}${query}`, inlinks: 2, depth: page % 4, inSitemap: page % 2 === 0 });
    }
  return table;
}

function compare(table: TargetTable, before: string, after: string): Difference {
  const verdicts = [before, after].map(text => finish(replay(table, judgeOfText(text, rfc9309))));
  return finish(differenceOf(table, verdicts[0] as never, verdicts[1] as never));
}

const before = `User-agent: *
Disallow: /a/
Disallow: /b/
Disallow: /c/
Allow: /c/1
Disallow: /d/1
`;

describe('the difference of two replays', () => {
  const table = shop();

  it('shows six planted edits as exactly six causes', () => {
    const after = `User-agent: *
Disallow: /a/1
# one removed, one moved, one with another comment
Disallow: /c/ # still
Disallow: /d/1
Disallow: /*?sort=
Disallow: /e/
Allow: /e/5
`;
    const { causes, counts } = compare(table, before, after);
    const shown = causes.map(({ edit, oldText, newText }) => `${edit}: ${oldText} → ${newText}`).sort();
    expect(shown).toEqual([
      'added:  → Allow: /e/5',
      'added:  → Disallow: /*?sort=',
      'added:  → Disallow: /e/',
      'changed: Disallow: /a/ → Disallow: /a/1',
      'removed: Allow: /c/1 → ',
      'removed: Disallow: /b/ → ',
    ]);
    expect(causes.reduce((sum, each) => sum + flipsOf(each.counts), 0)).toBe(flipsOf(counts));
  });

  it.each([
    ['Disallow: /a/', 'Disallow: /a/1', 'changed'],
    ['Disallow: /a', 'Disallow: /zzz', 'apart'],
    ['Disallow: /a/', 'Disallow: /b/', 'apart'],
    ['Disallow: /a/', 'Allow: /a/', 'changed'],
    ['Disallow: /a/*', 'Disallow: /a/', 'changed'],
    ['Disallow: /d/1', 'Disallow: /d/2', 'changed'],
    ['Disallow: /d/1', 'Disallow: /e/1', 'changed'],
    ['Disallow: /', 'Disallow:', 'changed'],
    ['Disallow: /a', 'Disallow: /*?sort=', 'apart'],
  ])('takes %s and %s in one place as %s', (old, now, expected) => {
    const { causes } = compare(table, `User-agent: *\n${old}\n`, `User-agent: *\n${now}\n`);
    const isChanged = causes.some(each => each.edit === 'changed' && each.oldText === old && each.newText === now);
    expect(isChanged ? 'changed' : 'apart').toBe(expected);
    if (expected === 'apart') expect(causes.map(each => each.edit)).toContain('removed');
  });

  it('pairs lines of a rewritten group only with those they were made of', () => {
    const after = `User-agent: *
Disallow: /zzz
Disallow: /c/new
Disallow: /e/
Allow: /c/12
`;
    const { causes } = compare(table, before, after);
    const shown = causes.map(({ edit, oldText, newText }) => `${edit}: ${oldText} → ${newText}`).sort();
    expect(shown).toEqual([
      'added:  → Disallow: /e/',
      'changed: Allow: /c/1 → Allow: /c/12',
      'changed: Disallow: /c/ → Disallow: /c/new',
      'removed: Disallow: /a/ → ',
      'removed: Disallow: /b/ → ',
      'removed: Disallow: /d/1 → ',
    ]);
  });

  it('counts classes, weights, sections and lists alike', () => {
    const after = `${before}Disallow: /e/\nDisallow: /*?sort=\n`.replace('Disallow: /b/\n', '');
    const difference = compare(table, before, after);
    const { counts, weights, sections, causes } = difference;
    // Newly blocked: 630 + 70 in /e/, 140 with ?sort= in /f/ and /g/, 59 in /d/, 11 that Allow: /c/1 let through.
    expect(counts).toEqual({ unchanged: 3150, newlyBlocked: 910, newlyAllowed: 630, undecided: 0, otherLine: 210 });
    expect(weights.newlyBlocked).toMatchObject({ urls: 910, inlinks: 1820 });
    expect([...weights.newlyAllowed.byDepth].reduce((a, b) => a + b)).toBe(630);
    expect(sections[0]).toMatchObject({ section: '/e/', urls: 700, counts: { newlyBlocked: 700 } });
    expect(causes.map(each => [each.edit, each.newText || each.oldText, flipsOf(each.counts), each.counts.otherLine])).toEqual([
      ['removed', 'Disallow: /b/', 630, 0],
      ['added', 'Disallow: /e/', 630, 0],
      ['added', 'Disallow: /*?sort=', 280, 210],
    ]);
    expect(causes[2]?.weight.urls).toBe(280);
    const rows = rowsOfChange(difference, 'newlyBlocked', 1);
    expect(rows.length).toBe(630);
    expect(table.targets[rows[0] as number]).toBe('/e/1');
  });

  it('is nothing for one text, and for one whose lines moved or got comments', () => {
    const moved = `# hello\nUser-agent: *\nDisallow: /d/1 # why\nDisallow:   /b/\n\nDisallow: /a/\nallow: /c/1\nDisallow: /c/`;
    for (const after of [before, moved])
      expect(compare(table, before, after)).toMatchObject({ counts: { unchanged: 4900 }, causes: [] });
  });

  it('names the structure where no deciding line was edited', () => {
    const after = `User-agent: Bot\nAllow: /x\n\n${before}`;
    const { causes } = compare(table, before, after);
    expect(new Set(causes.map(each => each.edit))).toEqual(new Set(['structure']));
  });

  it('names the lines of a file that comes where none was, or goes', () => {
    const full = finish(replay(table, judgeOfText(before, rfc9309)));
    const missing = robotsAccess({ kind: 'status', status: 404 }, rfc9309);
    const none = finish(replay(table, judgeFor(missing, null, rfc9309, full.judge.speaker)));
    const come = finish(differenceOf(table, none, full)).causes;
    expect(come.map(each => [each.edit, each.newText, each.counts.newlyBlocked])).toEqual([
      ['added', 'Disallow: /a/', 700],
      ['added', 'Disallow: /b/', 700],
      ['added', 'Disallow: /c/', 589],
      ['added', 'Disallow: /d/1', 111],
      ['added', 'Allow: /c/1', 0],
    ]);
    const gone = finish(differenceOf(table, full, none)).causes;
    expect(gone.map(each => [each.edit, each.oldText])).toEqual(come.map(each => ['removed', each.newText]));
  });

  it('names the answer to robots.txt where that changed', () => {
    const old = finish(replay(table, judgeOfText(before, rfc9309)));
    const down = robotsAccess({ kind: 'status', status: 503 }, rfc9309);
    const now = finish(replay(table, judgeFor(down, null, rfc9309, old.judge.speaker)));
    const { causes, counts } = finish(differenceOf(table, old, now));
    expect(causes.map(each => each.edit)).toEqual(['access']);
    expect(counts.newlyAllowed).toBe(0);
    expect(counts.newlyBlocked).toBe(4900 - 700 * 2 - (700 - 111) - 111);
  });

  it('adds up, and its classes are the verdicts of both replays, for generated files', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const source = dice(seed * 31337);
      const small = tableFrom(source, 120);
      const [old, now] = [fileFrom(source), fileFrom(source)].map(text => finish(replay(small, judgeOfText(text, rfc9309))));
      if (!old || !now) continue;
      const difference = finish(differenceOf(small, old, now));
      const { counts, causes, sections } = difference;
      expect(Object.values(counts).reduce((a, b) => a + b)).toBe(small.size);
      let [blocked, allowed] = [0, 0];
      for (let row = 0; row < small.size; row += 1) {
        if (allowedAt(old, row) === 1 && allowedAt(now, row) === 0) blocked += 1;
        if (allowedAt(old, row) === 0 && allowedAt(now, row) === 1) allowed += 1;
      }
      expect([counts.newlyBlocked, counts.newlyAllowed]).toEqual([blocked, allowed]);
      expect(causes.reduce((sum, each) => sum + flipsOf(each.counts), 0)).toBe(blocked + allowed);
      expect(sections.reduce((sum, each) => sum + each.counts.newlyBlocked, 0)).toBe(blocked);
      for (const [index, cause] of causes.entries())
        expect(rowsOfChange(difference, null, index).length).toBe(flipsOf(cause.counts) + cause.counts.otherLine);
    }
  });
});
