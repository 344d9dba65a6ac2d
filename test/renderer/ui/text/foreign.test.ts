import { describe, expect, it } from 'vitest';
import { foreignText } from '../../../../renderer/ui/text/foreign.tsx';

describe('a text of the crawled site alone in its box', () => {
  it.each(['', 'http://a.test/?q=1&x=%20', 'Größe – “quoted” … 10 €', '日本語', 'Ελληνικά', 'Привет'])(
    'needs no element where nothing is to be isolated or shown: %j',
    text => expect(foreignText(text)).toBe(text),
  );

  it.each([
    'http://a.test/שלום',
    'سلام',
    'a\u202eb',
    'a\u200fb',
    'tab\tor\nline',
    'zero\u200bwidth',
    '\ufeffmark',
    '\u{1e900}',
    'isolate\u2067d',
    'del\x7f',
  ])('has one otherwise: %j', text => expect(foreignText(text)).toMatchObject({ props: { text } }));
});
