import { describe, expect, it } from 'vitest';
import { extractHtml } from '#core/html/extract.ts';
import { plainOctets } from '#core/html/octets.ts';
import { type LanguageDetector, loadLanguageDetector } from '#core/text/language.ts';
import { similarity } from '#core/text/signature.ts';
import type { PageFacts } from '#shared/model/page-facts.ts';

const detect = await loadLanguageDetector();

function facts(html: string, detectLanguage: LanguageDetector | null = detect): PageFacts {
  const bytes = new TextEncoder().encode(html);
  const { facts: found } = extractHtml(bytes, {
    contentType: 'text/html; charset=utf-8',
    maxLinks: 100,
    octets: plainOctets,
    facts: { detectLanguage },
  });
  if (found === null) throw new Error('no facts');
  return found;
}
const page = (body: string, { lang = 'en', title = 't' } = {}): string =>
  `<!doctype html><html lang=${lang}><head><title>${title}</title></head><body>${body}</body></html>`;

const english =
  'The harbour was quiet in the morning. Small boats lay at the wall, and the men who had come home at night were still asleep. ' +
  'A dog walked along the water and looked at the gulls. Nobody knew whose dog it was, but everybody gave it something to eat. ';
const german =
  'Der Hafen war am Morgen ruhig. Kleine Boote lagen an der Mauer, und die Männer, die in der Nacht gekommen waren, schliefen noch. ' +
  'Ein Hund lief am Wasser entlang und sah den Möwen zu. Niemand wusste, wem er gehörte, aber alle gaben ihm etwas zu fressen. ';

describe('the language', () => {
  it.each<[string, string, string]>([
    [english.repeat(3), 'en', 'en'],
    [german.repeat(3), 'de', 'de'],
    [german.repeat(3), 'en', 'de'],
  ])('of a text %#, declared %s, is %s', (body, lang, expected) => {
    const { text } = facts(page(`<p>${body}`, { lang }));
    expect(text.language).toBe(expected);
    expect(text.confidence).toBeGreaterThanOrEqual(0.9);
  });

  it('is that of the whole text, whatever stands at its beginning', () => {
    const { text } = facts(page(`<p>${english.repeat(4)}<p>${german.repeat(40)}`, { lang: 'de' }));
    expect(text.language).toBe('de');
  });

  it('is unknown without the detector', () => {
    const { text } = facts(page(`<p>${english}`), null);
    expect([text.language, text.confidence]).toEqual([undefined, undefined]);
  });
});

describe('the reading ease', () => {
  it('has a formula for each supported language, and counts blocks as sentences', () => {
    expect(facts(page(`<p>${english.repeat(3)}`)).text.flesch).toBeGreaterThan(70);
    expect(facts(page(`<p>${german.repeat(3)}`, { lang: 'de' })).text.flesch).toBeGreaterThan(50);
    const items = 'one two three four five '.repeat(30).trim();
    const asBlocks = facts(page(items.replace(/(five) /g, '$1<br>')), null).text.flesch ?? 0;
    const asOne = facts(page(items), null).text.flesch ?? 0;
    expect(asBlocks).toBeGreaterThan(asOne + 50);
  });

  it('is missing for short texts and other languages', () => {
    expect(facts(page('<p>Too short to say.')).text.flesch).toBeUndefined();
    expect(facts(page(`<p>${'ord og flere ord '.repeat(40)}`, { lang: 'da' }), null).text.flesch).toBeUndefined();
  });
});

describe('marks in a text', () => {
  it('counts words of placeholder text in the main content', () => {
    expect(facts(page('<p>Lorem ipsum dolor sit amet.')).text.lorem).toBe(5);
    expect(facts(page('<footer>Lorem ipsum</footer><p>Text')).text.lorem).toBeUndefined();
    expect(facts(page(`<p>${english}`)).text.lorem).toBeUndefined();
  });

  it('finds errors of programs anywhere', () => {
    expect(facts(page('<footer>Warning: Undefined variable $x in a.php</footer><main>Text')).text.errorText).toBe(
      'warning: undefined variable',
    );
    expect(facts(page(`<p>${english}`)).text.errorText).toBeUndefined();
  });

  it('finds "not found" in title or first heading, in the language of the page', () => {
    expect(facts(page('', { title: 'Page not found' })).text.notFound).toBe('page not found');
    expect(facts(page('<h1>Seite nicht gefunden</h1>', { lang: 'de' })).text.notFound).toBe('seite nicht gefunden');
    expect(facts(page(`<h1>Seite nicht gefunden</h1><p>${english}`)).text.notFound).toBeUndefined();
    expect(facts(page('<h1>Found</h1><p>page not found')).text.notFound).toBeUndefined();
  });
});

describe('the signature', () => {
  const signature = (body: string): Uint8Array => {
    const text = facts(page(body)).signature;
    if (text === undefined) throw new Error('no signature');
    return new Uint8Array(Buffer.from(text, 'base64'));
  };
  const words = (from: number, to: number): string => Array.from({ length: to - from }, (_, i) => `w${from + i}x`).join(' ');

  it('tells near duplicates from other texts', () => {
    expect(similarity(signature(`<p>${words(0, 400)}`), signature(`<p>${words(0, 403)}`))).toBeGreaterThan(0.9);
    expect(similarity(signature(`<p>${words(0, 400)}`), signature(`<p>${words(400, 800)}`))).toBeLessThan(0.1);
  });

  it('is missing where there are few words', () => {
    expect(facts(page(`<p>${words(0, 19)}`)).signature).toBeUndefined();
    expect(facts(page(`<p>${words(0, 20)}`)).signature).toHaveLength(172);
  });
});

describe('the beginning', () => {
  it('is kept of a text whose words have no spaces between them, and of no other', () => {
    expect(facts(page('<main>這是 <b>一個</b>頁面</main>')).text.excerpt).toBe('這是 一個頁面');
    expect(facts(page(`<main><p>ที่ท่าเรือ<p>${'แห่งนี้'.repeat(99)}</main>`)).text.excerpt).toMatch(/^ที่ท่าเรือ แห่ง/);
    expect(facts(page('<main>A page about 猫 and other animals</main>')).text.excerpt).toBeUndefined();
    expect(facts(page('<main></main>')).text.excerpt).toBeUndefined();
  });
});

describe('white space', () => {
  it('is collapsed, whatever it is made of', () => {
    const { text } = facts(page('<main> a&nbsp; b\n\t c d\r\n<p> \n <p>e&#32;&#32;f</main>'));
    expect(text).toMatchObject({ words: 6, bytes: 11, characters: 11 });
  });
});
