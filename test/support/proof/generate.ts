import type { Random } from './random.ts';

/** A robots.txt and the questions asked about it. */
export interface GeneratedCase {
  readonly bytes: Uint8Array;
  readonly questions: readonly Question[];
}
export interface Question {
  readonly agent: string;
  /** Below `SITE`. */
  readonly url: string;
}

export const SITE = 'http://site.test';

const NAMES = ['Foo', 'FooBot', 'foobot', 'FOOBOT', 'Bar', 'bar-news', 'Bar_Bot', 'Bot7', 'oBo', 'Baz'];
const AGENTS = [
  ...['Foo', 'FooBot', 'foobot', 'Bar', 'bar-news', 'Bar_Bot', 'Bot7', 'Baz', 'Qux', 'FooBot/2.1', 'Bar/1.0 (+http://b.test)'],
  ...['Mozilla/5.0 (compatible; FooBot/2.1)', 'foo bar', '*', 'x'],
];
const SEGMENTS = ['a', 'b', 'ab', 'abc', 'A', 'private', 'shop', 'index.html', 'index.htm', 'x.gif', 'p', 'robots.txt'];
const ODD = [
  ...['%61', '%2F', '%2f', '%7E', '~', '%e9', '%C3%A9', '%c3%a9', 'é', 'ü', '%zz', '%', '%4', '日', '😀', '+', '%20', '%2A'],
  ...['%24', '%25', "'", '!', '(', '[x]', '{', '|', '\\', '"', '^', '`', ';p', '=', '&', ':', '@', '.', '..', '%2e', '//'],
];
const QUERIES = ['?', '?q', '?q=1', '?a=b&c=d', '?a=%62', '?é', '?x=/y', '?a?b', '?*'];
const UNKNOWN = [
  'Sitemap: http://site.test/s.xml',
  'Host: site.test',
  'Noindex: /a',
  'Foo: bar',
  'Crawl-delay: 5',
  'Crawl-delay: x',
];
const NOISE = [
  '',
  ' ',
  '\t',
  'hello',
  '<html>',
  ':',
  ': /a',
  'Disallow',
  'Disallow /a',
  '# only',
  'User-agent',
  '\u00a0',
  '\0',
  '-----',
];
const WIDE = ['\u00a0', '\u3000', '\u2028', '\ufeff'];

/** A path out of few segments, so that prefixes overlap often. */
function path(random: Random): string {
  let text = '';
  for (let left = 1 + random.below(3); left > 0; left -= 1)
    text += `/${random.once(4) ? random.pick(ODD) : random.pick(SEGMENTS)}${random.once(12) ? random.pick(ODD) : ''}`;
  if (random.once(6)) text += '/';
  return text;
}

function pattern(random: Random): string {
  if (random.once(12)) return random.pick(['', '/', '*', '/*', '$', '/$', '*$', '/**', '//', 'a', 'a/b', '*a', '/a$$', '/*/']);
  let text = path(random);
  if (random.once(6)) text += random.pick(QUERIES);
  for (let left = random.once(3) ? 1 + random.below(3) : 0; left > 0; left -= 1) {
    const at = random.below(text.length + 1);
    text = `${text.slice(0, at)}${random.once(6) ? '$' : '*'}${text.slice(at + (random.once(2) ? 1 : 0))}`;
  }
  if (random.once(8)) text += '$';
  if (random.once(15)) text = text.slice(0, 1 + random.below(text.length));
  if (random.once(25)) text = text.slice(1);
  return text;
}

function name(random: Random): string {
  if (random.once(3)) return '*';
  if (random.once(15))
    return random.pick(['', '*/1', '* x', '*oo', 'Foo/1.0', 'FooBot/', '/', 'Foo Bot', 'Foo, Bar', 'mozilla', 'B*']);
  return random.pick(NAMES);
}

const cased = (random: Random, key: string): string =>
  random.once(4) ? key.toLowerCase() : random.once(8) ? key.toUpperCase() : key;

/** `key: value` with blanks, comments and odd white space here and there. */
function line(random: Random, key: string, value: string): string {
  const gap = random.once(6) ? random.pick(['', '  ', '\t', ' \t ']) : ' ';
  const before = random.once(15) ? random.pick([' ', '\t']) : '';
  const beforeColon = random.once(15) ? ' ' : '';
  let text = `${before}${cased(random, key)}${beforeColon}:${gap}${value}`;
  if (random.once(10)) text += random.pick([' # note', '#note', ' ', '\t', ' # a: b']);
  if (random.once(300)) text += random.pick(WIDE);
  return text;
}

const encoder = new TextEncoder();

/** A file and `count` questions, most of which some rule of it touches. */
export function generateCase(random: Random, count: number): GeneratedCase {
  const lines: string[] = [];
  const patterns: string[] = [];
  const names: string[] = [];
  if (random.once(10)) lines.push(line(random, 'Disallow', pattern(random)));
  for (let groups = 1 + random.below(4); groups > 0; groups -= 1) {
    for (let agents = random.once(3) ? 2 + random.below(2) : 1; agents > 0; agents -= 1) {
      names.push(name(random));
      lines.push(line(random, 'User-agent', names.at(-1) ?? ''));
      if (random.once(20)) lines.push(random.once(2) ? random.pick(NOISE) : random.pick(UNKNOWN));
    }
    for (let rules = random.below(6); rules > 0; rules -= 1) {
      const value = random.once(10) && patterns.length > 0 ? random.pick(patterns) : pattern(random);
      patterns.push(value);
      lines.push(line(random, random.once(3) ? 'Allow' : 'Disallow', value));
      if (random.once(20)) lines.push(random.once(2) ? random.pick(NOISE) : random.pick(UNKNOWN));
    }
    if (random.once(3)) lines.push('');
  }
  const style = random.below(10);
  const end = (): string => (style < 6 ? '\n' : style < 8 ? '\r\n' : random.pick(['\n', '\r\n', '\r']));
  let text = random.once(30) ? '\ufeff' : '';
  for (const each of lines) text += each + end();
  if (random.once(4)) text = text.trimEnd();
  // Some files are ISO 8859-1, some have an octet that is out of place.
  const isLatin = random.once(30);
  const bytes = isLatin ? Uint8Array.from(text, unit => unit.charCodeAt(0) & 0xff) : encoder.encode(text);
  if (random.once(60) && bytes.length > 0) bytes[random.below(bytes.length)] = 0x80 + random.below(128);
  const agents = [random.pick(AGENTS), random.pick(AGENTS), random.pick(names) || 'Foo'];
  const url = (): string => SITE + urlPath(random, patterns).replaceAll('é', unit => (isLatin && random.once(2) ? '%E9' : unit));
  const questions = Array.from({ length: count }, () => ({ agent: random.pick(agents), url: url() }));
  return { bytes, questions };
}

/** A path from a pattern of the file, with its stars filled in and small changes, or an unrelated path. */
function urlPath(random: Random, patterns: readonly string[]): string {
  let text = patterns.length === 0 || random.once(3) ? path(random) : random.pick(patterns);
  if (random.once(40)) text = random.pick(['/robots.txt', '/ROBOTS.TXT', '/', '/index.html']);
  text = text.replace(/\*/g, () => random.pick(['', 'a', '/x', 'b/c', 'ab', '*'])).replace(/\$$/, random.once(5) ? '$' : '');
  if (random.once(4)) text += random.pick([...SEGMENTS, '/', '/b', ...QUERIES]);
  if (random.once(10)) text = text.replace(/[a-f]/, unit => `%${unit.charCodeAt(0).toString(16)}`);
  if (random.once(12))
    text = text.replace(/%[0-9a-f]{2}/i, found => (random.once(2) ? found.toUpperCase() : found.toLowerCase()));
  if (random.once(20)) text = text.replace(/[a-z]/, unit => unit.toUpperCase());
  text = text.replaceAll('#', '').replace(/[\0-\x1f\s]+/g, '');
  return text.startsWith('/') ? text : `/${text}`;
}
