import { describe, expect, it } from 'vitest';
import { History, type VerdictRun } from '#core/replay/blame.ts';
import { judgeFor } from '#core/replay/judge.ts';
import { replay } from '#core/replay/replay.ts';
import { robotsAccess } from '#core/robots/access.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { type Dice, dice, fileFrom, judgeOfText, pathFrom, tableFrom } from './generated.ts';

const rfc9309 = dialectById('rfc9309') as Dialect;
const site = 'https://site.test';

/** A text with a line put in, taken out or moved; now and then another file. */
function edited(text: string, source: Dice): string {
  const { below } = source;
  if (below(8) === 0) return fileFrom(source);
  const lines = text.split('\n');
  const at = below(lines.length + 1);
  const kind = below(4);
  if (kind === 0) return text;
  if (kind === 1) lines.splice(at, 0, `${below(2) > 0 ? 'Disallow' : 'Allow'}: ${pathFrom(source)}`);
  else if (kind === 2) lines.splice(at, 1);
  else lines.splice(below(lines.length), 0, ...lines.splice(at, 1));
  return lines.join('\n');
}

/** The start of the last run of one verdict, and of one verdict by one rule. */
function linear(runs: readonly VerdictRun[]): { since: number; sameRuleSince: number } {
  const last = runs.at(-1);
  let since = last?.from ?? 0;
  for (const run of [...runs].reverse()) {
    if (run.allowed !== last?.allowed) break;
    since = run.from;
  }
  return { since, sameRuleSince: last?.from ?? 0 };
}

describe('blame', () => {
  const rules = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

  it('names the start of the present run, not the first time the verdict was given', () => {
    const texts = [
      rules('Disallow: /a'),
      rules('Disallow: /b'),
      rules('Disallow: /b', 'Disallow: /a'),
      rules('# hello', 'Disallow: /b', 'Disallow: /a'),
      rules('# hello', 'Disallow: /b', 'Disallow: /a', 'Disallow: /a/1'),
    ];
    const history = new History(texts.map(text => judgeOfText(text, rfc9309)));
    expect(history.blame(`${site}/a/1`)).toEqual({ since: 2, sameRuleSince: 4 });
    expect(history.blame(`${site}/a/2`)).toEqual({ since: 2, sameRuleSince: 2 });
    expect(history.blame(`${site}/b`)).toEqual({ since: 1, sameRuleSince: 1 });
    expect(history.blame(`${site}/c`)).toEqual({ since: 0, sameRuleSince: 0 });
    expect(history.runs(`${site}/a/1`)).toEqual([
      { from: 0, to: 0, allowed: false, line: 2, rule: 'Disallow: /a' },
      { from: 1, to: 1, allowed: true, line: 0, rule: '' },
      { from: 2, to: 3, allowed: false, line: 3, rule: 'Disallow: /a' },
      { from: 4, to: 4, allowed: false, line: 5, rule: 'Disallow: /a/1' },
    ]);
  });

  it.each(dialectIds())('by borders equals the linear scan in the dialect %s', id => {
    const dialect = dialectById(id) as Dialect;
    for (let seed = 1; seed <= 12; seed += 1) {
      const source = dice(seed * 2741);
      const texts = [fileFrom(source)];
      while (texts.length < 12) texts.push(edited(texts.at(-1) ?? '', source));
      const judges = texts.map(text => {
        const judge = judgeOfText(text, dialect);
        if (source.below(10) > 0) return judge;
        return judgeFor(robotsAccess({ kind: 'status', status: source.pick([404, 503]) }, dialect), null, dialect, judge.speaker);
      });
      const history = new History(judges);
      const table = tableFrom(source, 40);
      const rows = finish(history.blameRows(table, finish(replay(table, judges.at(-1) ?? expect.fail()))));
      for (let row = 0; row < table.size; row += 1) {
        const url = table.url(row);
        const wanted = linear(history.runs(url));
        expect({ texts, url, ...history.blame(url) }).toEqual({ texts, url, ...wanted });
        expect([rows.since[row], rows.sameRuleSince[row]]).toEqual([wanted.since, wanted.sameRuleSince]);
      }
    }
  });
});
