import { describe, expect, it } from 'vitest';
import type { CrawlerNames } from '#core/crawlers/profile.ts';
import { comparedPath, endings, judgeFor } from '#core/replay/judge.ts';
import { endingAt, judgeUrl, ROWS_A_STEP, replay } from '#core/replay/replay.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { decideAs, speakerFor } from '#core/robots/choose/speaker.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { pathOf } from '#core/robots/match/path.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { finish } from '#core/steps.ts';
import { fixtures } from '../robots/fixtures.ts';
import { dice, encoded, fileFrom, judgeOfText, ORIGIN, ok, tableFrom } from './generated.ts';

const names: readonly CrawlerNames[] = [
  { productToken: 'Bot', userAgent: 'Bot/1.0' },
  { productToken: 'Special', userAgent: '', fallsBackTo: ['Bot'] },
  { productToken: 'Special', userAgent: '', ignoresStar: true },
];
const outcomes = [200, 200, 200, 404, 403, 503, 204, 429];

describe.each(dialectIds())('a replay in the dialect %s', id => {
  const dialect = dialectById(id) as Dialect;

  it('gives verdict, line, reason and ending of decideAs for every URL', () => {
    const seen = new Set<number>();
    for (let seed = 1; seed <= 60; seed += 1) {
      const source = dice(seed * 7919);
      const text = fileFrom(source);
      const table = tableFrom(source, 60);
      const file = parseRobots(encoded(text), dialect);
      const access = robotsAccess({ kind: 'status', status: source.pick(outcomes) }, dialect);
      const speaker = speakerFor(file, dialect, source.pick(names));
      const verdicts = finish(replay(table, judgeFor(access, file, dialect, speaker)));
      for (let row = 0; row < table.size; row += 1) {
        const url = table.url(row);
        const { allowed, line, reason, special } = decideAs(speaker, access, file, dialect, url);
        seen.add(verdicts.endings[row] as number);
        expect({ text, url, line: verdicts.lines[row], ...endingAt(verdicts, row) }).toEqual({
          ...{ text, url, line, allowed, reason },
          ...(special === undefined ? {} : { special }),
        });
      }
    }
    expect(seen.size).toBeGreaterThan(3);
  });

  it('compares the path that the dialect makes of the URL', () => {
    const source = dice(4242);
    const table = tableFrom(source, 3000);
    const judge = judgeOfText('User-agent: *\nDisallow: /a', dialect);
    for (let row = 0; row < table.size; row += 1) {
      const target = table.targets[row] as string;
      expect(comparedPath(judge, ORIGIN, target, table.traits[row] as number)).toBe(pathOf(ORIGIN + target, dialect));
    }
  });

  it('agrees with decideAs on every fixture that parts two dialects', () => {
    for (const [text, agent, url] of fixtures) {
      const crawler = { productToken: agent, userAgent: agent };
      const file = parseRobots(encoded(text), dialect);
      const speaker = speakerFor(file, dialect, crawler);
      const judge = judgeFor(ok(dialect), file, dialect, speaker);
      const { allowed, line } = decideAs(speaker, ok(dialect), file, dialect, url);
      const judged = judgeUrl(judge, url);
      expect([text, url, judged.ending.allowed, judged.line]).toEqual([text, url, allowed, line]);
    }
  });
});

describe('a replay', () => {
  const dialect = dialectById('rfc9309') as Dialect;
  const judge = judgeOfText('User-agent: *\nDisallow: /a', dialect);

  it('yields after every step, so that a caller can stop', () => {
    const table = tableFrom(dice(5), ROWS_A_STEP * 2 + 10);
    const steps = replay(table, judge);
    expect([steps.next().value, steps.next().value, steps.next().value]).toEqual([
      ROWS_A_STEP,
      ROWS_A_STEP * 2,
      ROWS_A_STEP * 2 + 10,
    ]);
    expect(steps.next().done).toBe(true);
  });

  it('of a table that grew judges the new rows only', () => {
    const table = tableFrom(dice(6), 100);
    const first = finish(replay(table, judge));
    first.lines[3] = 99;
    table.add({ id: 500, target: '/a/new', inlinks: 0, depth: 0, inSitemap: false });
    const second = finish(replay(table, judge, first));
    expect([second.size, second.lines[3], second.lines[100]]).toEqual([101, 99, 2]);
  });

  it('of an empty table is empty', () => {
    expect(finish(replay(new TargetTable(ORIGIN), judge)).size).toBe(0);
  });

  it('knows every ending by one code', () => {
    expect(new Set(endings.map(each => JSON.stringify(each))).size).toBe(endings.length);
  });
});
