import { describe, expect, it } from 'vitest';
import { History } from '#core/replay/blame.ts';
import { allowedAt, replay } from '#core/replay/replay.ts';
import { Transitions } from '#core/replay/transitions.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { dice, fileFrom, judgeOfText, pathFrom, tableFrom } from './generated.ts';

describe('verdicts of every version over one table', () => {
  it.each(dialectIds())('are those of a full replay of each version in the dialect %s', id => {
    const dialect = dialectById(id) as Dialect;
    for (let seed = 1; seed <= 6; seed += 1) {
      const source = dice(seed * 7919);
      const texts = [fileFrom(source)];
      while (texts.length < 8) {
        const lines = (texts.at(-1) ?? '').split('\n');
        lines.splice(source.below(lines.length + 1), source.below(2), `Disallow: ${pathFrom(source)}`);
        texts.push(source.below(6) === 0 ? fileFrom(source) : lines.join('\n'));
      }
      const history = new History(texts.map(text => judgeOfText(text, dialect)));
      const table = tableFrom(source, 120);
      const transitions = new Transitions(history);
      finish(transitions.update(table));
      const codes = history.versions.map(judge => {
        const verdicts = finish(replay(table, judge));
        return Array.from({ length: table.size }, (_, row) => allowedAt(verdicts, row));
      });
      const count = (place: number, test: (now: number, before: number) => boolean): number =>
        (codes[place] ?? []).filter((now, row) => test(now, codes[place - 1]?.[row] ?? now)).length;
      expect(transitions.counts()).toEqual(
        codes.map((_, place) => ({
          blocked: count(place, now => now === 0),
          undecided: count(place, now => now === 2),
          newlyBlocked: count(place, (now, before) => now === 0 && before !== 0),
          newlyAllowed: count(place, (now, before) => now === 1 && before !== 1),
          newlyUndecided: count(place, (now, before) => now === 2 && before !== 2),
        })),
      );
    }
  });

  it('go on with rows that were added later', () => {
    const dialect = dialectById('rfc9309') as Dialect;
    const history = new History(['', 'User-agent: *\nDisallow: /a'].map(text => judgeOfText(text, dialect)));
    const [few, all] = [tableFrom(dice(5), 10), tableFrom(dice(5), 40)];
    const [grown, whole] = [new Transitions(history), new Transitions(history)];
    finish(grown.update(few));
    finish(grown.update(all));
    finish(whole.update(all));
    expect([grown.size, grown.counts()]).toEqual([40, whole.counts()]);
  });
});

describe('blame as of an older version', () => {
  it.each(dialectIds())('is that of the history that ends there, in the dialect %s', id => {
    const dialect = dialectById(id) as Dialect;
    const source = dice(31);
    const judges = Array.from({ length: 8 }, () => judgeOfText(fileFrom(source), dialect));
    const history = new History(judges);
    for (let turn = 0; turn < 40; turn += 1) {
      const url = `https://site.test${pathFrom(source)}`;
      for (let place = 0; place < judges.length; place += 1)
        expect(history.blame(url, place)).toEqual(new History(judges.slice(0, place + 1)).blame(url));
    }
  });
});
