import { chooseCanonical } from '#core/canonical/choose.ts';
import { collectCanonicals } from '#core/canonical/collect.ts';
import { engineById } from '#core/directives/engines.ts';
import { readDirectives } from '#core/directives/read.ts';
import { charsetParameter, metaCharset } from '#core/html/charset.ts';
import { extractHtml } from '#core/html/extract.ts';
import { relTokens, srcsetUrls, trimHref } from '#core/html/href.ts';
import { parseRefresh } from '#core/html/meta-refresh.ts';
import { decodeReferences } from '#core/html/references.ts';
import { crawlDelayFor, decideRobots, quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { parseSitemap } from '#core/sitemap/parse.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { allDialects, octetsOf } from './fuzz-robots.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Hostile input of about `size` octets, and what reads it. Making it is not measured. */
export interface Shape {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  make(size: number): () => unknown;
}

const repeated = (piece: string, size: number): string => piece.repeat(Math.max(1, Math.floor(size / piece.length)));
/** Pieces with a number in them until the size is reached. */
function numbered(size: number, piece: (index: number) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; length < size; index += 1) {
    const next = piece(index);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}

/** robots.txt files; `heavy` ones become so many records that the largest sizes would only measure memory. */
const FILES: readonly { readonly name: string; readonly heavy?: true; text(size: number): string }[] = [
  { name: 'one rule of stars', text: size => `User-agent: *\nDisallow: /${repeated('*a', size)}` },
  { name: 'one rule of dollars', text: size => `User-agent: *\nDisallow: /${repeated('$', size)}` },
  { name: 'one rule of escapes', text: size => `User-agent: *\nDisallow: /${repeated('%25%2', size)}` },
  { name: 'one rule of octets', text: size => `User-agent: *\nDisallow: /${repeated('\xc3\xa9\xff', size)}` },
  { name: 'one huge line of nothing', text: size => repeated('x', size) },
  { name: 'one line of colons', text: size => repeated(':', size) },
  { name: 'one line of blanks', text: size => `User-agent${repeated(' ', size)}` },
  { name: 'one line of hashes', text: size => `Disallow: /a${repeated('b#', size)}` },
  { name: 'one line of NULs', text: size => `User-agent: *\nDisallow: /a${repeated('b\0', size)}` },
  { name: 'one line of names', text: size => `User-agent: ${repeated('a b ', size)}\nDisallow: /` },
  { name: 'one line of paths', text: size => `User-agent: *\nDisallow: ${repeated('/a /b ', size)}` },
  { name: 'opened tags', text: size => `<html>\nUser-agent: *\n${repeated('<', size)}` },
  { name: 'empty tags', text: size => `<html>\nUser-agent: *\n${repeated('<>', size)}` },
  { name: 'empty lines', heavy: true, text: size => repeated('\n', size) },
  { name: 'lines of CR', heavy: true, text: size => repeated('a\r', size) },
  { name: 'groups', heavy: true, text: size => numbered(size, index => `User-agent: b${index}\nDisallow: /${index}\n`) },
  { name: 'groups of one name', heavy: true, text: size => numbered(size, index => `User-agent: Bot\nDisallow: /${index}\n`) },
  {
    name: 'groups of two names',
    heavy: true,
    text: size => numbered(size, index => `User-agent: a${index % 999}\nUser-agent: b${index % 997}\nDisallow: /\n`),
  },
  { name: 'names of one group', heavy: true, text: size => `${numbered(size, index => `User-agent: b${index}\n`)}Disallow: /` },
  { name: 'names without rules', heavy: true, text: size => numbered(size, index => `User-agent: b${index}\nCrawl-delay: 1\n`) },
  { name: 'delays', heavy: true, text: size => `User-agent: Bot\n${repeated('Crawl-delay: 1\n', size)}` },
  { name: 'rules', heavy: true, text: size => `User-agent: *\n${numbered(size, index => `Disallow: /a${index}\n`)}` },
  { name: 'the same rule', heavy: true, text: size => `User-agent: *\n${repeated('Disallow: /aaa\n', size)}` },
  {
    name: 'rules with stars',
    heavy: true,
    text: size => `User-agent: *\n${numbered(size, index => `Disallow: /*a*a*${index % 9}a*${index}\n`)}`,
  },
  {
    name: 'rules of short pieces',
    heavy: true,
    text: size => `User-agent: *\n${numbered(size, index => `Allow: /*${(index % 676).toString(26)}*${index % 7}$\n`)}`,
  },
  {
    name: 'rules that grow',
    heavy: true,
    text: size => `User-agent: *\n${numbered(size, index => `Disallow: /${'a'.repeat(index % 2000)}\n`)}`,
  },
  {
    name: 'index pages',
    heavy: true,
    text: size => `User-agent: *\n${numbered(size, index => `Allow: /d${index}/index.html\n`)}`,
  },
];

const unlimited = (dialect: Dialect): Dialect => ({
  ...dialect,
  sizeLimit: { value: { limit: null, unit: 'bytes', beyond: 'drop-line' }, source: 'the test' },
  lineLimit: { value: null, source: 'the test' },
  ruleLimit: { value: { rules: null, characters: null }, source: 'the test' },
});
const URLS = [`http://a.test/${'a'.repeat(500)}9`, 'http://a.test/d7/', 'http://a.test/'];

function readAndAsk(bytes: Uint8Array, dialect: Dialect): void {
  const file = parseRobots(bytes, dialect);
  for (const agent of ['Bot', 'b77'])
    for (const url of URLS) {
      quickVerdict(file, dialect, agent, url);
      decideRobots(file, dialect, agent, url);
    }
  crawlDelayFor(file, dialect, 'Bot');
}

const ours = unlimited(allDialects[0] as Dialect);
const robotsShapes: readonly Shape[] = FILES.flatMap(({ name, heavy, text }) => [
  {
    name: `robots.txt, ${name}`,
    from: MIB,
    to: heavy ? 4 * MIB : 32 * MIB,
    make: (size: number) => {
      const bytes = octetsOf(text(size));
      return () => readAndAsk(bytes, ours);
    },
  },
  ...allDialects.slice(1).map(dialect => ({
    name: `${dialect.id}, ${name}`,
    // Every dialect cuts a body at 1 MiB at most; records are counted up to there, long lines beyond.
    from: heavy ? 256 * KIB : 2 * MIB,
    to: heavy ? MIB : 8 * MIB,
    make: (size: number) => {
      const bytes = octetsOf(text(size));
      const free = unlimited(dialect);
      return () => readAndAsk(bytes, free);
    },
  })),
  {
    name: `lint, ${name}`,
    from: 256 * KIB,
    to: MIB,
    make: (size: number) => {
      const bytes = octetsOf(text(size));
      return () => diagnosticsOf(bytes);
    },
  },
]);

/** A pattern of the file and a path, both as long as the size. */
const LONG: readonly (readonly [name: string, pattern: (size: number) => string, path: (size: number) => string])[] = [
  ['stars against one letter', size => `/${repeated('*a', size)}b`, size => `/${repeated('a', size)}`],
  ['one piece that fails at its start', size => `/*b${repeated('a', size >> 1)}`, size => `/${repeated('a', size)}`],
  ['one piece that fails at its end', size => `/*${repeated('a', size >> 1)}b`, size => `/${repeated('a', size)}`],
  [
    'one piece that fails in the middle',
    size => `/*${repeated('a', size >> 2)}b${repeated('a', size >> 2)}`,
    size => `/${repeated('a', size)}`,
  ],
  [
    'two pieces that overlap',
    size => `/*${repeated('ab', size >> 1)}*${repeated('ba', size >> 1)}$`,
    size => `/${repeated('ab', size)}`,
  ],
  ['escapes', size => `/*${repeated('%2f', size)}`, size => `/${repeated('%2F', size)}`],
];
const matchShapes: readonly Shape[] = LONG.flatMap(([name, pattern, path]) =>
  ['crawlscope', 'google', 'heritrix', 'crawler-commons', 'yioop-code', 'urllib-2026', 'protego', 'rep-cpp'].map(id => {
    const dialect = unlimited(allDialects.find(each => each.id === id) as Dialect);
    return {
      name: `${id}, ${name}`,
      from: 256 * KIB,
      to: 2 * MIB,
      make: (size: number) => {
        const file = parseRobots(octetsOf(`User-agent: *\nDisallow: ${pattern(size)}`), dialect);
        const url = `http://a.test${path(size)}`;
        return () => decideRobots(file, dialect, 'Bot', url);
      },
    };
  }),
);
const longPath: Shape = {
  name: 'long path against star-heavy rules',
  from: MIB,
  to: 32 * MIB,
  make: size => {
    const rules = Array.from({ length: 50 }, (_, index) => `Disallow: /*a*a*${index}*a*b${index}$`).join('\n');
    const file = parseRobots(octetsOf(`User-agent: *\n${rules}`), ours);
    const url = `http://a.test/${repeated('a1', size)}`;
    return () => quickVerdict(file, ours, 'Bot', url);
  },
};

const text = (name: string, to: number, piece: string | ((size: number) => string), read: (text: string) => unknown): Shape => ({
  name,
  from: MIB,
  to,
  make: size => {
    const whole = typeof piece === 'string' ? repeated(piece, size) : piece(size);
    return () => read(whole);
  },
});
const page = (name: string, piece: string | ((size: number) => string), to = 32 * MIB): Shape => ({
  name: `HTML, ${name}`,
  from: MIB,
  to,
  make: size => {
    const bytes = octetsOf(typeof piece === 'string' ? repeated(piece, size) : piece(size));
    return () => extractHtml(bytes, { contentType: 'text/html; charset=utf-8', maxLinks: 1000 });
  },
});
const sitemap = (name: string, piece: string | ((size: number) => string), to = 32 * MIB): Shape => ({
  name: `sitemap, ${name}`,
  from: MIB,
  to,
  make: size => {
    const bytes = octetsOf(typeof piece === 'string' ? repeated(piece, size) : piece(size));
    return () => parseSitemap(bytes, { url: 'http://a.test/s.xml', maxEntries: 100 });
  },
});
const link = (value: string): unknown =>
  chooseCanonical(collectCanonicals(null, [['link', value]]), 'http://a.test/', 'http://a.test/');
const directives = (value: string): unknown =>
  readDirectives(
    engineById('google'),
    { headers: [['x-robots-tag', value]], metas: [{ name: 'robots', content: value, at: { start: 0, end: 0 }, inHead: true }] },
    ['googlebot'],
  );

const readerShapes: readonly Shape[] = [
  page('nested elements', '<div>'),
  page('nested formatting', '<b><a href=x>'),
  page('tables in tables', '<table><tr><td>'),
  page('nested svg', '<svg><title>'),
  page('templates', '<template>'),
  page('end tags', '</p></b>'),
  page('opened tags', '<'),
  page('one tag of attributes', size => `<a ${numbered(size, index => `a${index} `)}`),
  page('one attribute', size => `<a href="${repeated('x&', size)}`),
  page('an open comment', size => `<!--${repeated('--!', size)}`),
  page('comments', '<!---->'),
  page('scripts', '<script><!--<script>'),
  page('open raw text', size => `<style>${repeated('</styl', size)}`),
  page('ampersands', '&#x26;&am'),
  page('titles', '<title>a </title>'),
  page('links', size => numbered(size, index => `<a href="/${index}">x</a>`)),
  page('canonicals', '<link rel=canonical href=/x>', 16 * MIB),
  page('meta robots', '<meta name=robots content=noindex,follow>', 16 * MIB),
  page('quotes', '“a”<b>'),
  page('wide spaces', 'ä\u2009ä\u00a0<b>'),
  page('broken UTF-8', '\xff\xc3('),
  sitemap('entries', size => `<urlset>${repeated('<url><loc>http://a.test/x</loc></url>', size)}`),
  sitemap('nested elements', '<a>'),
  sitemap('opened tags', '<'),
  sitemap('an open comment', size => `<urlset><!--${repeated('--', size)}`),
  sitemap('CDATA', size => `<urlset><url><loc>${repeated('<![CDATA[x]]>', size)}`),
  sitemap('attributes', size => `<urlset ${repeated('a="b" ', size)}`),
  sitemap('references', size => `<urlset><url><loc>${repeated('&amp;', size)}</loc>`),
  sitemap('lines', size => repeated('http://a.test/x\n', size), 16 * MIB),
  sitemap('empty lines', '\n'),
  text('X-Robots-Tag, commas', 32 * MIB, ',', directives),
  text('X-Robots-Tag, words', 4 * MIB, 'noindex,', directives),
  text('X-Robots-Tag, robots', 4 * MIB, 'a: b,', directives),
  text('X-Robots-Tag, dates', 4 * MIB, 'unavailable_after: Mon,', directives),
  text('Link, commas', 32 * MIB, ',', link),
  text('Link, opened targets', 32 * MIB, '<', link),
  text('Link, targets', 32 * MIB, '<a>;rel=canonical,', link),
  text('Link, parameters', 4 * MIB, size => `<a>${numbered(size, index => `;p${index}=1`)}`, link),
  text('Link, an open quote', 16 * MIB, size => `<a>;rel="${repeated('\\"', size)}`, link),
  text('Link, relations', 4 * MIB, size => `<a>;rel="${numbered(size, index => `r${index} `)}"`, link),
  text('refresh, digits', 32 * MIB, '1', parseRefresh),
  text('refresh, blanks', 32 * MIB, size => `1${repeated(' ', size)}`, parseRefresh),
  text('content type, semicolons', 32 * MIB, '; ', charsetParameter),
  text('content type, charset', 32 * MIB, '; charset', charsetParameter),
  text('content type, blanks', 32 * MIB, size => `;${repeated(' ', size)}`, charsetParameter),
  text('meta content, charset', 8 * MIB, 'charset ', value => metaCharset(null, 'content-type', value)),
  text('srcset, commas', 32 * MIB, ',', srcsetUrls),
  text('srcset, parentheses', 32 * MIB, 'a (,', srcsetUrls),
  text('rel', 8 * MIB, 'a B ', relTokens),
  text('references', 16 * MIB, '&amp', value => decodeReferences(value, true)),
  text('an address of blanks', 32 * MIB, size => `a${repeated(' \t', size)}b`, trimHref),
  text(
    'an address of escapes',
    16 * MIB,
    size => `http://a.test/${repeated('%41%zz', size)}`,
    value => normalizeUrl(value),
  ),
  text(
    'an address of dots',
    16 * MIB,
    size => `http://a.test/${repeated('../a/', size)}`,
    value => normalizeUrl(value),
  ),
];

export const shapes: readonly Shape[] = [...readerShapes, longPath, ...matchShapes, ...robotsShapes];

/** Twice the input may cost this much more; a quadratic reader takes four times as long. */
const MOST_GROWTH = 2.5;
/**
 * Growth is the mean over so many doublings: a single one grows by 2.8 where V8 begins to collect garbage in another way. One that takes four
 * times as long after two that took twice as long is still more than 2.5.
 */
const DOUBLINGS = 3;
/** Below this a measurement says more about the machine. Milliseconds. */
const NOISE_MS = 20;
const RUNS = 3;
/** Runs added to those of a doubling that seems to grow too much. */
const MORE_RUNS = 8;

export interface Growth {
  readonly name: string;
  /** Octets and milliseconds, rising. */
  readonly times: readonly (readonly [size: number, ms: number])[];
  /** The greatest growth of a doubling, as the mean over up to three; 0 where all is noise. */
  readonly worst: number;
  readonly linear: boolean;
}

/**
 * Doubles the input until it reaches the shape's size. Doublings that start above the noise count. Uses the smallest
 * time of several runs, and measures again before it reports too large a growth.
 */
export function measureGrowth(shape: Shape, clock: () => number, collect: () => void = () => undefined): Growth {
  const times: [number, number][] = [];
  const once = (work: () => unknown): number => {
    collect();
    const began = clock();
    work();
    return clock() - began;
  };
  let worst = 0;
  for (let size = shape.from; size <= shape.to; size *= 2) {
    const work = shape.make(size);
    const before = times.slice(-DOUBLINGS).filter(([, earlier]) => earlier >= NOISE_MS);
    let ms = once(work);
    const growth = (): number => (ms / (before[0]?.[1] ?? Number.POSITIVE_INFINITY)) ** (1 / before.length);
    for (let run = 1; run < RUNS || (run < RUNS + MORE_RUNS && growth() > MOST_GROWTH); run += 1) ms = Math.min(ms, once(work));
    worst = Math.max(worst, growth());
    times.push([size, ms]);
    if (ms > 60_000) break;
  }
  return { name: shape.name, times, worst, linear: worst <= MOST_GROWTH };
}
