import { describe, expect, it } from 'vitest';
import { replay } from '#core/replay/replay.ts';
import { replayEdited } from '#core/replay/replay-edited.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { type Dice, dice, fileFrom, judgeOfText, tableFrom } from './generated.ts';

/** One to three lines added, taken away, changed or moved. */
function edited(text: string, source: Dice): string {
  const lines = text.split('\n');
  const others = fileFrom(source).split('\n');
  for (let left = 1 + source.below(3); left > 0; left -= 1) {
    const at = source.below(lines.length + 1);
    const kind = source.below(4);
    if (kind === 0) lines.splice(at, 0, source.pick(others));
    else if (kind === 1) lines.splice(at, 1);
    else if (kind === 2) lines.splice(at, 1, source.pick(others));
    else lines.splice(at, 0, ...lines.splice(source.below(lines.length), 1));
  }
  return lines.join('\n');
}

describe.each(dialectIds())('a replay of an edited file in the dialect %s', id => {
  const dialect = dialectById(id) as Dialect;

  it('gives what a replay of the whole file gives, whatever was edited', () => {
    let moved = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const source = dice(seed * 104_729);
      const text = fileFrom(source);
      const next = edited(text, source);
      const table = tableFrom(source, 40);
      const known = finish(replay(table, judgeOfText(text, dialect)));
      // An edit before that one, and a file that has nothing to do with it.
      const others = [edited(next, source), fileFrom(source)].map(other => finish(replay(table, judgeOfText(other, dialect))));
      const grown = tableFrom(dice(seed), 5);
      for (let row = 0; row < grown.size; row += 1)
        table.add({ id: 1_000 + row, target: grown.targets[row] as string, inlinks: 0, depth: 0, inSitemap: false });
      const judge = judgeOfText(next, dialect);
      const whole = finish(replay(table, judge));
      const candidates = seed % 2 ? [known] : [...others, known];
      const found = finish(replayEdited(table, judge, candidates));
      moved += found.lines.some((line, row) => row < known.size && line !== known.lines[row]) ? 1 : 0;
      expect({ text, next, lines: found.lines, endings: found.endings }).toEqual({
        text,
        next,
        lines: whole.lines,
        endings: whole.endings,
      });
    }
    expect(moved).toBeGreaterThan(5);
  });
});
