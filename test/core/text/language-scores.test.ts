import { join, resolve } from 'node:path';
import { eld } from 'eld/extrasmall';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageData } from '#core/text/language-data.ts';
import { LanguageScores } from '#core/text/language-scores.ts';
import { unitsOf } from '#core/text/text-units.ts';
import { startScores } from '#engine/wasm/score-machine.ts';

const inJavaScript = new LanguageScores(languageData);
const byMachine = new LanguageScores(languageData, startScores());

/** What eld itself says. */
function expected(text: string) {
  const found = eld.detect(text);
  const [first = 0, second = 0] = Object.values(found.getScores()).sort((a, b) => b - a);
  return { language: found.language, first, second, isReliable: found.language !== '' && found.isReliable() };
}
function check(text: string): void {
  const units = unitsOf(text).subarray(0, text.length);
  expect(inJavaScript.of(units), JSON.stringify(text)).toEqual(expected(text));
  expect(byMachine.of(units), JSON.stringify(text)).toEqual(expected(text));
}

describe('the scores of languages', () => {
  it.each([
    '',
    ' ',
    "''",
    'a',
    'abc',
    'It’s the fishermen’s boat, isn’t it? "\'Twas," he said.',
    "  ' leading marks and trailing ones ' ",
    'Die Fischerboote verlassen den Hafen, bevor die Sonne aufgeht.',
    'ΟΔΥΣΣΕΥΣ ΚΑΙ ΠΗΝΕΛΟΠΗ ΣΤΗΝ ΙΘΑΚΗ',
    'DİYARBAKIR’DA İSTANBUL’A GİDEN OTOBÜS',
    '渔船在日出之前离开港口，第一艘船带着鱼回来以后，市场就开门了。'.repeat(10),
    'ไม่พบหน้าที่คุณต้องการ 404 😀 𝒜 \u{20000} ok',
    `${'x'.repeat(71)} ${'y'.repeat(200)} word ${'x'.repeat(71)}`,
    'word '.repeat(90),
    'лодки '.repeat(60),
    'é'.repeat(400),
  ])('of text %# are those of eld', text => check(text));

  it('are those of eld for any text', () => {
    const words = [
      'the',
      'boat',
      "isn't",
      'Überfluß',
      'été',
      '’tis',
      'ΣΑΣ',
      'İzmir',
      'рыба',
      '港',
      'ปลา',
      '12',
      '—',
      '😀',
      'qqzz',
      'Straße',
    ];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 120 }).map(list => list.join(' ')),
      fc
        .array(fc.constantFrom('a', 'n', 'é', 'ж', '海', ' ', "'", '`', '’', '.', '\u0301', '\ud800', '𐐀'), { maxLength: 500 })
        .map(list => list.join('')),
      fc.string({ unit: 'binary', maxLength: 400 }),
    );
    fc.assert(fc.property(text, check), { numRuns: 1_500 });
  });
});

describe('the data', () => {
  it('is what the script makes of the installed eld', async () => {
    const script = (await import(join(resolve(import.meta.dirname, '../../..'), 'scripts/docs/language-data.mjs'))) as {
      languageData(): Promise<typeof languageData & { version: string }>;
    };
    const { version, ...data } = await script.languageData();
    expect(version).toMatch(/^2\.1\./);
    expect(languageData).toEqual(data);
  });
});
