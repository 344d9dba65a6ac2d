import { normalizeUrl } from '../url/normalize.ts';

/** Another way to write a URL. `same`: most servers return the same for both. */
export interface Spelling {
  readonly url: string;
  readonly why: string;
  readonly same: boolean;
}

/** What changes a URL without, on most servers, changing the page; and what is near to that. */
interface Turn {
  readonly why: string;
  readonly same: boolean;
  turn(url: URL): readonly string[];
}

const MOST_SPELLINGS = 400;
const INDEX_PAGES = ['index.html', 'index.htm', 'index.php', 'default.aspx'];
const indexPage = /\/(?:index\.(?:html?|php\d?|aspx?|jsp)|default\.(?:html?|aspx?))$/i;
const fileEnding = /\.(?:html?|php|aspx?)$/i;
/** Parameters that name where a visitor came from. */
const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|_ga|ref)$/i;

const withPath = (url: URL, path: string): string => `${url.protocol}//${url.host}${path}${url.search}`;
const withQuery = (url: URL, parts: readonly string[]): string =>
  `${url.protocol}//${url.host}${url.pathname}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
const partsOf = (url: URL): string[] => (url.search === '' ? [] : url.search.slice(1).split('&'));
const nameOf = (part: string): string => part.split('=', 1)[0] as string;

const turns: readonly Turn[] = [
  {
    why: 'differs by the last slash',
    same: true,
    turn: url => [withPath(url, url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`)],
  },
  {
    why: 'the same with {scheme}',
    same: true,
    turn: url => [`${url.protocol === 'http:' ? 'https:' : 'http:'}//${url.host}${url.pathname}${url.search}`],
  },
  {
    why: 'the same on the other host name',
    same: true,
    turn: url => [
      `${url.protocol}//${url.host.startsWith('www.') ? url.host.slice(4) : `www.${url.host}`}${url.pathname}${url.search}`,
    ],
  },
  {
    why: 'differs by letter case',
    same: true,
    turn: url => [withPath(url, url.pathname.toLowerCase()), withPath(url, url.pathname).toLowerCase()],
  },
  {
    why: 'differs by the name of the index page',
    same: true,
    turn: url =>
      indexPage.test(url.pathname)
        ? [withPath(url, url.pathname.replace(indexPage, '/'))]
        : url.pathname.endsWith('/')
          ? INDEX_PAGES.map(name => withPath(url, url.pathname + name))
          : [],
  },
  {
    why: 'differs by the file name ending',
    same: true,
    turn: url =>
      fileEnding.test(url.pathname)
        ? [withPath(url, url.pathname.replace(fileEnding, ''))]
        : url.pathname.endsWith('/') || /\.\w{1,5}$/.test(url.pathname)
          ? []
          : ['.html', '.htm', '.php'].map(ending => withPath(url, url.pathname + ending)),
  },
  { why: 'the same with single slashes', same: true, turn: url => [withPath(url, url.pathname.replace(/\/{2,}/g, '/'))] },
  {
    why: 'differs by escapes',
    same: true,
    turn: url => [
      withPath(url, url.pathname.replace(/%2F/gi, '/')),
      withPath(url, url.pathname.replace(/\+/g, '%20')),
      withPath(url, url.pathname.replace(/%20/g, '+')),
      withQuery(url, [url.search.slice(1).replace(/%20/g, '+')]),
      withQuery(url, [url.search.slice(1).replace(/\+/g, '%20')]),
    ],
  },
  {
    why: 'the same parameters in another order',
    same: true,
    turn: url => {
      const parts = partsOf(url);
      return parts.length < 2 ? [] : [withQuery(url, [...parts].sort()), withQuery(url, [...parts].reverse())];
    },
  },
  {
    why: 'the same without tracking parameters',
    same: true,
    turn: url => [
      withQuery(
        url,
        partsOf(url).filter(part => !tracking.test(nameOf(part))),
      ),
    ],
  },
  { why: 'the same without its query', same: false, turn: url => (url.search === '' ? [] : [withQuery(url, [])]) },
  {
    why: 'the same without a parameter',
    same: false,
    turn: url => {
      const parts = partsOf(url);
      return parts.length < 2
        ? []
        : parts.slice(0, 8).map((_, left) =>
            withQuery(
              url,
              parts.filter((__, at) => at !== left),
            ),
          );
    },
  },
];

/** Every order of two to four parameters: a stored URL has one of them, and which one cannot be known. */
function orders(url: URL): string[] {
  const parts = partsOf(url);
  if (parts.length < 3 || parts.length > 4) return [];
  const all = (left: readonly string[]): string[][] =>
    left.length <= 1
      ? [[...left]]
      : left.flatMap((part, at) => all(left.filter((_, index) => index !== at)).map(rest => [part, ...rest]));
  return all(parts).map(order => withQuery(url, order));
}

/** Other ways to write a normalized http or https URL, the likeliest first: one change, then two together. */
export function spellingsOf(href: string): Spelling[] {
  const found = new Map<string, Spelling>();
  const once: Spelling[] = [];
  const add = (raw: string, why: string, same: boolean, into: Spelling[]): void => {
    if (found.size >= MOST_SPELLINGS) return;
    const normal = normalizeUrl(raw);
    if (normal.kind !== 'url' || normal.url === href || found.has(normal.url)) return;
    const scheme = normal.url.startsWith('https:') ? 'https' : 'http';
    const spelling = { url: normal.url, why: why.replace('{scheme}', scheme), same };
    found.set(normal.url, spelling);
    into.push(spelling);
  };
  const url = new URL(href);
  for (const { why, same, turn } of turns) for (const raw of turn(url)) add(raw, why, same, once);
  for (const raw of orders(url)) add(raw, 'the same parameters in another order', true, once);
  for (const first of [...once]) {
    const next = new URL(first.url);
    for (const { why, same, turn } of turns)
      if (first.why !== why.replace('{scheme}', next.protocol.slice(0, -1)))
        for (const raw of turn(next)) add(raw, `${first.why}; ${why}`, first.same && same, []);
  }
  return [...found.values()];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-_.';
/** Candidates made for one URL: each is a look-up. */
const MOST_TYPOS = 900;

/**
 * Spellings one typing error away: letters missing or swapped in any segment of the path, then any letter wrong or
 * missing in the last one.
 */
export function* typosOf(href: string): Generator<string> {
  const url = new URL(href);
  const segments = url.pathname.split('/');
  let left = MOST_TYPOS;
  const order = segments.map((_, at) => at).filter(at => segments[at] !== '');
  order.reverse();
  for (const slips of [shorterOrSwapped, wrongOrLonger])
    for (const at of order)
      for (const slip of slips(segments[at] as string)) {
        if (left-- <= 0) return;
        yield `${url.origin}${segments.map((each, index) => (index === at ? slip : each)).join('/')}${url.search}`;
      }
}

function* shorterOrSwapped(word: string): Generator<string> {
  for (let at = 0; at < word.length; at += 1) {
    if (word.length > 1) yield word.slice(0, at) + word.slice(at + 1);
    if (at + 1 < word.length && word[at] !== word[at + 1]) yield word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  }
}

function* wrongOrLonger(word: string): Generator<string> {
  for (let at = word.length; at >= 0; at -= 1)
    for (const letter of LETTERS) {
      yield word.slice(0, at) + letter + word.slice(at);
      if (at < word.length && word[at] !== letter) yield word.slice(0, at) + letter + word.slice(at + 1);
    }
}

const MOST_FOLDERS = 12;

/**
 * Where a page about a folder of the URL may be, the nearest folder first: with and without its slash, then the names
 * of index pages.
 */
export function folderPagesOf(href: string): string[] {
  const url = new URL(href);
  const pages: string[] = [];
  let path = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname;
  if (url.search !== '') pages.push(url.origin + url.pathname);
  for (let level = 0; path !== '' && level < MOST_FOLDERS; level += 1) {
    path = path.slice(0, path.lastIndexOf('/'));
    pages.push(`${url.origin}${path}/`);
    if (path !== '') pages.push(url.origin + path);
    for (const name of INDEX_PAGES.slice(0, 3)) pages.push(`${url.origin}${path}/${name}`);
    if (path !== '') pages.push(`${url.origin}${path}.html`);
  }
  if (!pages.includes(`${url.origin}/`)) pages.push(`${url.origin}/`);
  return pages.filter(page => page !== href);
}
