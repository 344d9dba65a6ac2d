import { describe, expect, it } from 'vitest';
import type { Fix } from '#core/replay/fix-search.ts';
import { judgeFor } from '#core/replay/judge.ts';
import { type FixAnswer, isExact, minimalFix } from '#core/replay/minimal-fix.ts';
import { allowedAt, replay } from '#core/replay/replay.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { decideAs } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { finish } from '#core/steps.ts';
import { dice, encoded, fileFrom, judgeOfText, ORIGIN, ok, tableFrom } from './generated.ts';

const rfc9309 = dialectById('rfc9309') as Dialect;

function shop(): TargetTable {
  const table = new TargetTable(ORIGIN);
  let id = 0;
  const add = (target: string): void => void table.add({ id: (id += 1), target, inlinks: 0, depth: 0, inSitemap: false });
  for (const section of ['blog', 'shop', 'docs'])
    for (let page = 0; page < 30; page += 1) {
      add(`/${section}/${page}.html`);
      add(`/${section}/${page}.pdf`);
      add(`/${section}/list?page=${page}&sort=price`);
      add(`/${section}/list?page=${page}`);
    }
  return table;
}
const table = shop();

function fixFor(text: string, goal: 'free' | 'block', isChosen: (target: string) => boolean, dialect = rfc9309): FixAnswer {
  const chosen = table.targets.flatMap((target, row) => (isChosen(target) ? [row] : []));
  return finish(minimalFix(table, finish(replay(table, judgeOfText(text, dialect))), encoded(text), chosen, goal));
}

const exactOf = (answer: FixAnswer): Fix =>
  (answer.kind === 'found' ? answer.exact : null) ?? expect.fail(JSON.stringify(answer));

describe('the smallest fix', () => {
  const closed = 'User-agent: *\nDisallow: /blog/\nDisallow: /shop/\n\nUser-agent: Other\nDisallow: /';

  it('removes the line that decides exactly the chosen URLs', () => {
    const { edits, text, proof } = exactOf(fixFor(closed, 'free', target => target.startsWith('/blog/')));
    expect(edits).toEqual([{ kind: 'remove', line: 2 }]);
    expect(text).toBe('User-agent: *\nDisallow: /shop/\n\nUser-agent: Other\nDisallow: /');
    expect(proof).toEqual({ wanted: 120, flipped: 120, others: 0, otherRows: [], total: 360 });
  });

  it('empties the last rule of a group, which would be joined with the next one otherwise', () => {
    const text = 'User-agent: *\nDisallow: /blog/\n\nUser-agent: Other\nDisallow: /';
    expect(exactOf(fixFor(text, 'free', target => target.startsWith('/blog/'))).edits).toEqual([
      { kind: 'change', line: 2, text: 'Disallow:' },
    ]);
  });

  it('frees a kind of file with one Allow', () => {
    const { edits, proof } = exactOf(fixFor(closed, 'free', target => /^\/blog\/.*\.pdf$/.test(target)));
    expect(edits).toEqual([{ kind: 'add', after: 3, text: 'Allow: /blog/*.pdf$' }]);
    expect(proof).toMatchObject({ flipped: 30, others: 0 });
  });

  it('blocks what has a query key with one Disallow', () => {
    const { edits, proof } = exactOf(fixFor('User-agent: *\nDisallow: /no', 'block', target => target.includes('sort=')));
    expect(edits.length).toBe(1);
    expect(edits[0]).toMatchObject({ kind: 'add', after: 2, text: expect.stringMatching(/^Disallow: .*sort=/) });
    expect(proof).toMatchObject({ flipped: 90, others: 0 });
  });

  it('writes a group where none speaks to the crawler', () => {
    const { text, proof } = exactOf(fixFor('User-agent: Other\nDisallow: /x', 'block', target => target.startsWith('/docs/')));
    expect(text).toBe('User-agent: Other\nDisallow: /x\n\nUser-agent: Bot\nDisallow: /docs/');
    expect(proof).toMatchObject({ flipped: 120, others: 0 });
  });

  it('names URLs alone that have nothing of their own in common', () => {
    const chosen = ['/blog/1.html', '/blog/7.pdf', '/shop/list?page=3'];
    const { edits, proof } = exactOf(fixFor(closed, 'free', target => chosen.includes(target)));
    expect(edits.map(edit => ('text' in edit ? edit.text : '')).sort()).toEqual(chosen.map(each => `Allow: ${each}$`).sort());
    expect(proof).toMatchObject({ wanted: 3, flipped: 3, others: 0 });
  });

  it('says what else would change where a dialect has no means to tell them apart', () => {
    const plain = dialectById('res-1994') as Dialect;
    const answer = fixFor('User-agent: *\nDisallow: /no', 'block', target => target === '/docs/list?page=1', plain);
    expect(answer).toMatchObject({ kind: 'found', exact: null });
    const nearest = answer.kind === 'found' ? answer.nearest : null;
    // /docs/list?page=1 starts page 10 to 19, and each of the eleven with a sort order.
    expect(nearest?.proof).toMatchObject({ wanted: 1, flipped: 1, others: 21 });
    expect(nearest?.proof.otherRows.map(row => table.targets[row])).toContain('/docs/list?page=12');
  });

  it('puts the rule in front where the first one that matches counts', () => {
    const first = dialectIds()
      .map(id => dialectById(id) as Dialect)
      .find(each => each.precedence.value === 'first' && each.allowKnown.value);
    const { edits } = exactOf(fixFor(closed, 'free', target => target === '/blog/1.html', first));
    expect(edits[0]).toMatchObject({ kind: 'add', after: 1 });
  });

  it('is nothing where all have the wanted verdict, and refused where no rules are read', () => {
    expect(fixFor(closed, 'free', target => target.startsWith('/docs/'))).toEqual({ kind: 'already' });
    const down = judgeFor(robotsAccess({ kind: 'status', status: 503 }, rfc9309), null, rfc9309, {
      agent: 'Bot',
      borrowed: false,
      ignoresGroups: false,
      steps: [],
    });
    expect(finish(minimalFix(table, finish(replay(table, down)), new Uint8Array(), [0], 'free'))).toEqual({ kind: 'no-rules' });
  });

  it('finds one line for what one planted rule changes', () => {
    const rules = ['/blog/', '/*.pdf$', '/shop/*.html$', '/*?page=', '/docs/list', '/*&sort=', '/shop/1', '/*/list?page=2'];
    for (const rule of rules) {
      const text = 'User-agent: *\nDisallow: /none';
      const before = finish(replay(table, judgeOfText(text, rfc9309)));
      const after = finish(replay(table, judgeOfText(`${text}\nDisallow: ${rule}`, rfc9309)));
      const chosen = table.targets.flatMap((_, row) => (allowedAt(before, row) !== allowedAt(after, row) ? [row] : []));
      const { edits, proof } = exactOf(finish(minimalFix(table, before, encoded(text), chosen, 'block')));
      expect({ rule, edits: edits.length, flipped: proof.flipped }).toEqual({ rule, edits: 1, flipped: chosen.length });
    }
  });
});

describe.each(dialectIds())('a fix in the dialect %s', id => {
  const dialect = dialectById(id) as Dialect;

  it('that is called exact changes the chosen URLs and no others, as decideAs sees it', () => {
    let exact = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const source = dice(seed * 9001);
      const text = fileFrom(source);
      const small = tableFrom(source, 50);
      const judge = judgeOfText(text, dialect);
      const goal = source.below(2) > 0 ? 'free' : 'block';
      const verdicts = finish(replay(small, judge));
      const stem = small.targets[9 + source.below(30)] ?? '';
      const isRandom = source.below(2) > 0;
      const chosen = small.targets.flatMap((target, row) =>
        (isRandom ? source.below(8) === 0 : target.startsWith(stem)) ? [row] : [],
      );
      const answer = finish(minimalFix(small, verdicts, encoded(text), chosen, goal));
      if (answer.kind !== 'found') continue;
      for (const fix of [answer.exact, answer.nearest]) {
        if (fix === null) continue;
        if (isExact(fix)) exact += 1;
        const file = parseRobots(fix.bytes, dialect);
        let [flipped, others] = [0, 0];
        for (let row = 0; row < small.size; row += 1) {
          const [was, now] = [judge.file, file].map(
            each => decideAs(judge.speaker, ok(dialect), each, dialect, small.url(row)).allowed,
          );
          const wish = goal === 'free';
          if (chosen.includes(row) && was !== wish) flipped += now === wish ? 1 : 0;
          else if (was !== now) others += 1;
        }
        expect({ text, fixed: fix.text, flipped, others }).toEqual({
          text,
          fixed: fix.text,
          flipped: fix.proof.flipped,
          others: fix.proof.others,
        });
      }
    }
    expect(exact).toBeGreaterThan(0);
  });
});
