import { describe, expect, it } from 'vitest';
import { audited } from '#test/support/audited.ts';

const page = (body: string, { lang = 'en', head = '' } = {}): string =>
  `<!doctype html><html${lang === '' ? '' : ` lang=${lang}`}><head><title>t</title>${head}</head><body>${body}</body></html>`;
const linked = (...paths: readonly string[]): string => `<nav>${paths.map(path => `<a href="${path}">x</a>`).join('')}</nav>`;
const closed = { '/robots.txt': 'User-agent: *\nDisallow: /blocked\n' };

const easy = 'The dog ran to the boat. The men saw it and were glad. It was a good day. ';
const hard =
  'The administration considered numerous recommendations concerning municipal transportation infrastructure, although representatives ' +
  'of neighbouring communities questioned the underlying assumptions about demographic development and regional competitiveness. ';
const veryHard =
  'Institutional considerations notwithstanding, interdisciplinary collaboration necessitates methodological standardisation, ' +
  'organisational accountability, infrastructural interoperability and comprehensive administrative documentation. ';
const medium =
  'The harbour council met on Monday to discuss the new ferry line. Several members asked whether the company could pay for the larger ' +
  'terminal, because the present building is too small for the number of passengers in summer. ';
const german =
  'Der Hafen war am Morgen ruhig. Kleine Boote lagen an der Mauer, und die Männer, die in der Nacht gekommen waren, schliefen noch. ';

/** Checks hits, and that everything else was checked or named. */
async function expectHits(
  pages: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, readonly string[]>>,
  notCheckable: Readonly<Record<string, Readonly<Record<string, number>>>> = {},
) {
  const found = await audited(
    {
      ...closed,
      '/': page(`${linked(...Object.keys(pages), '/blocked', '/gone')}<main>${easy.repeat(20)}</main>`),
      ...pages,
      '/blocked': page(''),
    },
    Object.keys(expected),
  );
  expect(Object.fromEntries(Object.keys(expected).map(id => [id, found.hits(id)]))).toEqual(expected);
  for (const [id, hits] of Object.entries(expected)) {
    const missed = { blocked: 1, ...notCheckable[id] };
    const sum = Object.values(missed).reduce((all, each) => all + each, 0);
    expect([id, found.count(id)]).toEqual([
      id,
      { hits: hits.length, checked: Object.keys(pages).length + 2 - sum, notCheckable: missed },
    ]);
  }
  return found;
}

describe('little text', () => {
  it('is counted in the main content', async () => {
    const { finding } = await expectHits(
      {
        '/low': page(`<p>${'word '.repeat(199)}`),
        '/enough': page(`<p>${'word '.repeat(200)}`),
        '/chinese': page('<p>港口的早晨很安静。小船停在墙边，晚上回家的人还在睡觉。', { lang: 'zh' }),
        '/empty': page('<header>Words of the header that do not count here</header>'),
        '/picture': page('<p><img src=/a.png alt=""></p>'),
        '/logo': page('<header><img src=/a.png alt=""></header>'),
        // Templates paste whole documents: a second html or body is no element, and its end tag ends nothing.
        '/pasted': page(
          `<header><html lang=en><body><p>Menu</header><main>${'word '.repeat(150)}</body></html>${'word '.repeat(50)}</main>`,
        ),
      },
      { 'content.low': ['/empty', '/logo', '/low', '/picture'], 'content.empty': ['/empty', '/logo'] },
      { 'content.low': { language: 1 }, 'content.empty': { language: 1 } },
    );
    expect(finding('content.low', '/low')?.evidence.items).toEqual([{ value: '199' }]);
  });
});

describe('duplicates', () => {
  const words = (from: number, to: number): string => Array.from({ length: to - from }, (_, i) => `w${from + i}x`).join(' ');

  it('are equal, or alike', async () => {
    const { finding, site } = await expectHits(
      {
        '/a': page(`<main>${words(0, 400)}</main>`),
        '/a-again': page(`<p>Outside</p><main><p>${words(0, 400)}</p></main>`),
        '/near': page(`<main>${words(0, 404)}</main>`),
        '/other': page(`<main>${words(500, 900)}</main>`),
        '/short': page('<main>Too short</main>'),
        '/short-too': page('<main>Too short</main>'),
        '/empty': page(''),
      },
      {
        'content.exact_dup': ['/a', '/a-again', '/short', '/short-too'],
        'content.dup_no_canonical': ['/a', '/a-again', '/short', '/short-too'],
        'content.near_dup': ['/a', '/a-again', '/near'],
      },
      {
        'content.exact_dup': { 'too-short': 1 },
        'content.dup_no_canonical': { 'too-short': 1 },
        'content.near_dup': { 'too-short': 3 },
      },
    );
    const groups = ['/a', '/a-again', '/near'].map(path => finding('content.near_dup', path)?.evidence.group);
    expect(new Set(groups).size).toBe(1);
    expect(finding('content.exact_dup', '/short')?.evidence.items).toEqual([{ value: expect.stringMatching(/^\d+ words?$/) }]);
    expect(finding('content.exact_dup', '/a')?.evidence.group).not.toBe(finding('content.exact_dup', '/short')?.evidence.group);
    expect(finding('content.near_dup', '/a')?.evidence.items).toEqual([{ value: '100 %', url: site.url('/a-again') }]);
    expect(finding('content.near_dup', '/near')?.evidence.items[0]?.value).toMatch(/^9\d %$/);
  });

  it('on several hosts are mirrors; on one host, or with a canonical that names the other, they are not', async () => {
    const texts = [easy.repeat(9), words(0, 400), words(500, 900)].map(text => `<main>${text}</main>`);
    const { hits, count } = await audited(
      {
        '/': page(linked('/a', '/twice', '/again', '/c', '/empty')),
        '/a': page(texts[0] ?? ''),
        '/twice': page(texts[1] ?? ''),
        '/again': page(texts[1] ?? ''),
        '/c': page(texts[2] ?? '', { head: '<link rel=canonical href="http://mirror.test/c-copy">' }),
        '/empty': page(''),
        '/m': page(`${linked('/a-copy', '/c-copy')}<main>${words(40, 90)}</main>`),
        '/a-copy': page(texts[0] ?? ''),
        '/c-copy': page(texts[2] ?? ''),
      },
      ['content.mirror'],
      { seeds: ['/', 'http://mirror.test/m'], routes: { 'http://mirror.test': '' } },
    );
    expect(hits('content.mirror')).toEqual(['/a', 'http://mirror.test/a-copy']);
    expect(count('content.mirror')).toEqual({ hits: 2, checked: 6, notCheckable: { 'too-short': 2 } });
  });

  it('are no duplicates where a canonical names the other, and are fewer with a higher threshold', async () => {
    const { count } = await audited(
      {
        '/': page(`${linked('/a', '/b', '/near')}<main>${easy}</main>`),
        '/a': page(`<main>${words(0, 400)}</main>`),
        '/b': page(`<main>${words(0, 400)}</main>`, { head: '<link rel=canonical href=/a>' }),
        '/near': page(`<main>${words(0, 404)}</main>`),
      },
      ['content.exact_dup', 'content.near_dup'],
      { limits: { 'content.near_dup': { least: 100 } } },
    );
    expect(count('content.exact_dup')).toEqual({ hits: 0, checked: 3, notCheckable: {} });
    expect(count('content.near_dup')).toEqual({ hits: 0, checked: 2, notCheckable: { 'too-short': 1 } });
  });
});

describe('what a text says', () => {
  it('may be hard to read', async () => {
    await expectHits(
      {
        '/easy': page(`<main>${easy.repeat(10)}</main>`),
        '/medium': page(`<main>${medium.repeat(4)}</main>`),
        '/hard': page(`<main>${medium.repeat(10)}${hard}</main>`),
        '/very-hard': page(`<main>${veryHard.repeat(12)}</main>`),
        '/short': page(`<main>${hard}</main>`),
        '/danish': page(`<main>${'Havnen var stille om morgenen, og mændene sov endnu. '.repeat(20)}</main>`, { lang: 'da' }),
      },
      { 'content.readability_hard': ['/hard'], 'content.readability_vhard': ['/very-hard'] },
      {
        'content.readability_hard': { 'too-short': 1, language: 1 },
        'content.readability_vhard': { 'too-short': 1, language: 1 },
      },
    );
  });

  it('may be placeholder text, an error, an old year, too long, or in another language', async () => {
    const year = new Date().getUTCFullYear();
    const { finding } = await expectHits(
      {
        '/lorem': page(`<main>Lorem ipsum dolor sit amet. ${easy.repeat(10)}</main>`),
        '/error': page(`<p>Fatal error: Uncaught Exception in index.php</p>${easy.repeat(10)}`),
        '/old': page(`${easy.repeat(10)}<footer>© 2004–${year - 2} Harbour</footer>`),
        '/new': page(`${easy.repeat(10)}<footer>© 2004–${year - 1} Harbour</footer>`),
        '/long': page(`<main>${'many words '.repeat(9_100)}</main>`),
        '/thin': page(`<main>Few</main><script>${'x'.repeat(5_000)}</script>`),
        '/german': page(`<main>${german.repeat(8)}</main>`),
        '/austrian': page(`<main>${german.repeat(8)}</main>`, { lang: 'de-AT' }),
        '/latin': page(`<main>${german.repeat(8)}</main>`, { lang: 'la' }),
      },
      {
        'content.lorem': ['/lorem'],
        'content.error_text': ['/error'],
        'content.stale_copyright': ['/old'],
        'content.too_long': ['/long'],
        'content.text_ratio': ['/thin'],
        'content.lang_mismatch': ['/german'],
      },
      { 'content.lang_mismatch': { 'too-short': 1, language: 1 } },
    );
    expect(finding('content.lang_mismatch', '/german')?.evidence.items).toEqual([{ value: 'de' }, { value: 'en' }]);
    expect(finding('content.error_text', '/error')?.evidence.items).toEqual([{ value: 'PHP: fatal error: uncaught' }]);
  });

  it('contradicts no language where none is declared', async () => {
    const { count } = await audited({ '/': page(`<main>${german.repeat(8)}</main>`, { lang: '' }) }, ['content.lang_mismatch']);
    expect(count('content.lang_mismatch')).toEqual({ hits: 0, checked: 0, notCheckable: {} });
  });
});
