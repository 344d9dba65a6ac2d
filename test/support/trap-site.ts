/** A site of real pages and spaces of addresses without an end. All text follows from the address. */

const words =
  'garden house river spring green sound stone light water field bread letter window forest road paper winter morning bridge market'.split(
    ' ',
  );

/** Mixes bits, so that neighbouring numbers give unlike ones. */
function mixed(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** So many words of a text of its own. */
export const prose = (seed: string, count: number): string =>
  Array.from({ length: count }, (_, at) => words[mixed(`${seed} ${at}`) % words.length]).join(' ');

const anchors = (hrefs: readonly string[]): string => hrefs.map(href => `<a href="${href}">${href.slice(-6)}</a>`).join('\n');
const html = (title: string, body: string, hrefs: readonly string[]): string =>
  `<!doctype html><html lang=en><head><title>${title}</title></head><body><p>${body}</p>\n${anchors(hrefs)}</body></html>`;

const uuid = (n: number): string =>
  `${mixed(`a${n}`).toString(16).padStart(8, '0')}${mixed(`b${n}`).toString(16).padStart(8, '0')}`;
const wikiName = (n: number): string => `${words[n % 20]}-${words[Math.floor(n / 20) % 20]}-${words[Math.floor(n / 400) % 20]}`;

/**
 * Real pages, `size` of each kind, by path: a catalogue with dense numbers, pages that lead to two more each, a wiki of words, items with
 * random names that lists lead to, a tree of folders, numbered lists one after the other, an archive by dates.
 */
export function realPages(size: number): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const add = (path: string, hrefs: readonly string[], count = 60) =>
    pages.set(path, html(`Page ${path}`, prose(path, count), [...hrefs, '/']));
  const range = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));
  const lists = Math.ceil(size / 50);
  for (let n = 0; n < size; n++) {
    add(`/p/${n}`, [`/p/${(n * 7 + 1) % size}`, `/p/${(n + 1) % size}`]);
    add(
      `/tree/${n}`,
      [2 * n + 1, 2 * n + 2].filter(child => child < size).map(child => `/tree/${child}`),
      3,
    );
    add(
      `/wiki/${wikiName(n)}`,
      range(8, at => `/wiki/${wikiName(mixed(`${n} ${at}`) % size)}`).concat(`/wiki/${wikiName((n + 1) % size)}`),
    );
    add(`/item/${uuid(n)}`, [`/item/${uuid((n * 5 + 3) % size)}`, `/list/${Math.floor(n / 50) + 1}`]);
    add(`/docs/${n % 5}/${n % 25}/${n}`, [`/docs/${n % 5}/${n % 25}`]);
    const day = new Date(Date.UTC(2012, 0, 1 + n * 3));
    const [year, month, date] = day.toISOString().slice(0, 10).split('-');
    add(`/news/${year}/${month}/${date}`, [`/news/${year}/${month}`]);
    const archive = `/news/${year}/${month}`;
    if (!pages.has(archive))
      add(
        archive,
        range(31, at => `${archive}/${String(at + 1).padStart(2, '0')}`).filter(path => newsDays(size).has(path)),
      );
  }
  for (let n = 0; n < 5; n++)
    add(
      `/docs/${n}`,
      range(25, at => `/docs/${n}/${at}`).filter((_, at) => at % 5 === n),
    );
  for (let n = 0; n < 25; n++)
    add(
      `/docs/${n % 5}/${n}`,
      range(size, at => (at % 25 === n ? `/docs/${n % 5}/${n}/${at}` : '')).filter(path => path !== ''),
    );
  for (let n = 1; n <= lists; n++)
    add(`/list/${n}`, [
      ...range(50, at => `/item/${uuid((n - 1) * 50 + at)}`).slice(0, size - (n - 1) * 50),
      ...(n < lists ? [`/list/${n + 1}`] : []),
    ]);
  const months = [...pages.keys()].filter(path => /^\/news\/\d+\/\d+$/.test(path));
  add('/news/', months);
  return pages;
}

const daysBySize = new Map<number, ReadonlySet<string>>();
function newsDays(size: number): ReadonlySet<string> {
  let days = daysBySize.get(size);
  if (!days) {
    days = new Set(
      Array.from({ length: size }, (_, n) => {
        const [year, month, date] = new Date(Date.UTC(2012, 0, 1 + n * 3)).toISOString().slice(0, 10).split('-');
        return `/news/${year}/${month}/${date}`;
      }),
    );
    daysBySize.set(size, days);
  }
  return days;
}

/** Where the real pages begin. */
export const realStarts = [
  '/p/0',
  '/tree/0',
  `/wiki/${wikiName(0)}`,
  '/list/1',
  '/docs/0',
  '/docs/1',
  '/docs/2',
  '/docs/3',
  '/docs/4',
  '/news/',
];

const random = (seed: string): string => `${mixed(seed).toString(36)}${mixed(`${seed}!`).toString(36)}`;

/** Links of a page of the trap with random names. */
export const randomLinks = (path: string): readonly string[] =>
  Array.from({ length: 40 }, (_, n) => `/rnd/${random(`${path} ${n}`)}`);

interface Trap {
  readonly name: string;
  readonly start: string;
  /** The page at an address of the trap; null: not its own. */
  page(path: string): string | null;
}

const trap = (
  name: string,
  start: string,
  pattern: RegExp,
  links: (path: string, match: RegExpExecArray) => readonly string[],
  text = '',
): Trap => ({
  name,
  start,
  page(path) {
    const match = pattern.exec(path);
    return match && html(name, text || `This is ${path}`, links(path, match));
  },
});

const month = (year: number, at: number): string => {
  const date = new Date(Date.UTC(year, at - 1, 1));
  return `/cal/${date.getUTCFullYear()}/${date.getUTCMonth() + 1}`;
};
const filters = ['color', 'size', 'brand', 'price', 'shape', 'age', 'style', 'cut', 'fit', 'sole'];

/** Spaces without an end, each of its own kind. */
export const traps: readonly Trap[] = [
  trap(
    'calendar',
    '/cal/2026/11',
    /^\/cal\/(\d+)\/(\d+)$/,
    (_, [, year, at]) => [
      month(Number(year), Number(at) + 1),
      month(Number(year), Number(at) - 1),
      ...Array.from({ length: 28 }, (_each, day) => `/cal/${year}/${at}/${day + 1}`),
    ],
    'Mo Tu We Th Fr Sa Su 1 2 3 4 5 6 7 8 9 10 11 12 13 14',
  ),
  trap(
    'days of the calendar',
    '',
    /^\/cal\/(\d+)\/(\d+)\/(\d+)$/,
    (_, [, year, at]) => [`/cal/${year}/${at}`, month(Number(year) + 1, Number(at))],
    'No events on this day. Choose another day of the calendar to see what happens.',
  ),
  trap(
    'session in the query',
    '/visit?sid=a1b2c3d4e5f6',
    /^\/visit\?sid=(\w+)/,
    path => Array.from({ length: 5 }, (_, n) => `/visit?sid=${random(`${path} ${n}`)}1`),
    'Welcome, visitor',
  ),
  trap(
    'session in the path',
    '/shop;jsessionid=1a2b3c4d5e',
    /^\/shop(\/\d)?;jsessionid=/,
    path => Array.from({ length: 5 }, (_, n) => `/shop/${n};jsessionid=${random(`${path} ${n}`)}`),
    'A shop',
  ),
  trap('folders that repeat', '/loop/a/', /^\/loop\/(.*)$/, () => ['a/b/', 'b/a/']),
  trap('filters', '/shoes', /^\/shoes(\?.*)?$/, path =>
    filters
      .flatMap(name => Array.from({ length: 6 }, (_, n) => `${path}${path.includes('?') ? '&' : '?'}${name}=${n}`))
      .filter(href => new Set(href.split(/[?&]/).map(part => part.split('=')[0])).size === href.split(/[?&]/).length),
  ),
  trap(
    'pages without an end',
    '/results?page=1',
    /^\/results\?page=(\d+)$/,
    (_, [, page]) => [`/results?page=${Number(page) + 1}`],
    'There are no more results on this page of the list that you look at',
  ),
  trap('random links', '/rnd/x1y2z3a4', /^\/rnd\/(\w+)$/, path => randomLinks(path)),
  trap('base', '/base/start/', /^\/base\/(.*)$/, path => [`${path}more/deeper/`, `${path}more/`]),
  trap(
    'soft 404',
    '/maze/in',
    /^\/maze\/(.*)$/,
    path => Array.from({ length: 10 }, (_, n) => `/maze/${prose(`${path} ${n}`, 3).replaceAll(' ', '-')}-${words[n]}`),
    'We are sorry. The page that you look for is not here. Try another one of our many beautiful pages.',
  ),
  trap('paths that grow', '/grow/1', /^\/grow\/(.*)$/, path => Array.from({ length: 10 }, (_, n) => `${path}/${n}`), 't'),
  trap('order of parameters', '/sort?a=1&b=2&c=3', /^\/sort\?(.*)$/, (_, [, query = '']) => {
    const parts = query.split('&');
    return [
      `/sort?${[...parts.slice(1), parts[0]].join('&')}`,
      `/sort?${[...parts].reverse().join('&')}&d=${mixed(query) % 1000}`,
    ];
  }),
];

/** Answers a path of the site: the start page, real pages, traps; null for none. */
export function trapSite(size: number): {
  readonly pages: ReadonlyMap<string, string>;
  page(path: string): string | null;
  trapOf(path: string): string;
} {
  const pages = realPages(size);
  const start = html('Start', prose('start', 60), [
    ...realStarts,
    ...traps.flatMap(({ start }) => (start === '' ? [] : [start])),
  ]);
  const ownerOf = (path: string): Trap | undefined => traps.find(each => each.page(path) !== null);
  return {
    pages,
    page: path => (path === '/' ? start : (pages.get(path) ?? ownerOf(path)?.page(path) ?? null)),
    trapOf: path => (path === '/' || pages.has(path) ? '' : (ownerOf(path)?.name ?? '')),
  };
}
