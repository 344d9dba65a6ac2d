import { describe, expect, test } from 'vitest';
import { contradicts, detectableLanguages, loadLanguageDetector } from '#core/text/language.ts';
import { unitsOf } from '#core/text/text-units.ts';
import { startScores } from '#engine/wasm/score-machine.ts';
import { ownMs } from '../../support/own-time.ts';

const inJavaScript = await loadLanguageDetector();
const byMachine = await loadLanguageDetector(async () => startScores());
/** What both say, which must be the same. */
const detect = (text: string): ReturnType<typeof inJavaScript> => {
  const units = unitsOf(text).subarray(0, text.length);
  const found = byMachine(units);
  expect(found).toEqual(inJavaScript(units));
  return found;
};

const TEXTS: Readonly<Record<string, string>> = {
  en: 'The fishing boats leave the harbour before the sun rises, and the market opens as soon as the first of them comes back with its catch.',
  de: 'Die Fischerboote verlassen den Hafen, bevor die Sonne aufgeht, und der Markt öffnet, sobald das erste von ihnen mit seinem Fang zurückkehrt.',
  fr: 'Les bateaux de pêche quittent le port avant le lever du soleil, et le marché ouvre dès que le premier revient avec ses poissons.',
  es: 'Los barcos de pesca salen del puerto antes de que salga el sol, y el mercado abre en cuanto vuelve el primero con su pescado.',
  it: 'Le barche da pesca lasciano il porto prima che sorga il sole, e il mercato apre appena la prima torna con il pesce.',
  pt: 'Os barcos de pesca saem do porto antes do nascer do sol, e o mercado abre assim que o primeiro deles volta com os peixes.',
  nl: 'De vissersboten verlaten de haven voordat de zon opkomt, en de markt gaat open zodra de eerste met zijn vangst terugkomt.',
  pl: 'Łodzie rybackie opuszczają port przed wschodem słońca, a targ otwiera się, gdy tylko pierwsza z nich wraca z rybami.',
  ru: 'Рыбацкие лодки выходят из гавани до восхода солнца, и рынок открывается, как только первая из них возвращается с уловом.',
  tr: 'Balıkçı tekneleri güneş doğmadan limandan ayrılır ve ilki avıyla geri döner dönmez pazar açılır.',
  ja: '漁船は日の出前に港を出て、最初の船が魚を積んで戻るとすぐに市場が開きます。',
  ko: '어선들은 해가 뜨기 전에 항구를 떠나고, 첫 번째 배가 물고기를 싣고 돌아오면 시장이 열립니다.',
  zh: '渔船在日出之前离开港口，第一艘船带着鱼回来以后，市场就开门了。',
  ar: 'تغادر قوارب الصيد الميناء قبل شروق الشمس، ويفتح السوق عندما يعود أول قارب بصيده.',
};

test.each(Object.entries(TEXTS))('a text in %s', (language, text) => {
  expect(detect(text.repeat(6))).toMatchObject({ language });
  expect(detect(text.repeat(6))?.confidence).toBeGreaterThanOrEqual(0.9);
});

describe('confidence', () => {
  test('is low for a text in two languages', () => {
    const mixed = `${TEXTS['en']} `.repeat(5).slice(0, 700) + `${TEXTS['de']} `.repeat(8);
    expect(detect(mixed)?.confidence).toBeLessThan(0.9);
  });
  test('is low or nothing without sentences', () => {
    expect(detect('')).toBeNull();
    expect(detect('  \n')).toBeNull();
    expect(detect('12 345 — 67 %')).toBeNull();
    expect(detect('xqz wvk bnm plk jhg fds')?.confidence ?? 0).toBeLessThan(0.9);
  });
});

test('only the first 1,500 characters are looked at', () => {
  const head = `${TEXTS['fr']} `.repeat(20).slice(0, 1_500);
  expect(detect(head + (TEXTS['de'] as string).repeat(100))).toEqual(detect(head));
});

test('hostile text takes bounded time', () => {
  const spent = ownMs(() => {
    for (const text of ["'".repeat(1e6), `a'`.repeat(5e5), ' '.repeat(1e6), '\u0301'.repeat(1e6), '\ud800'.repeat(1e6)])
      detect(text);
  });
  expect(spent).toBeLessThan(250);
});

test.each<[string, string, boolean | null]>([
  ['de-AT', 'de', false],
  ['EN', 'en', false],
  ['nb-NO', 'no', false],
  ['id', 'ms', false],
  ['en', 'de', true],
  ['gl', 'pt', null],
  ['', 'de', null],
])('declared %j, detected %s: contradiction %s', (declared, detected, expected) => {
  expect(contradicts(declared, detected)).toBe(expected);
});

test('every detected language is one of the known', () => {
  expect(detectableLanguages.size).toBe(60);
  for (const language of Object.keys(TEXTS)) expect(detectableLanguages.has(language)).toBe(true);
});
