/** What the traps of crawlers show in an address. Pure text: nothing is requested or looked up. */

/** Names of parameters that carry the number of a visit, lower case. */
const sessionNames: ReadonlySet<string> = new Set([
  'jsessionid',
  'phpsessid',
  'aspsessionid',
  'asp.net_sessionid',
  'sid',
  'sessid',
  'session',
  'sessionid',
  'session_id',
  'oscsid',
  'zenid',
  'cfid',
  'cftoken',
  'vsid',
]);

/** A value that a program made up for one visit: long, with digits. Short values such as `sid=3` name things. */
const isVisit = (value: string): boolean => value.length >= 8 && /\d/.test(value) && /^[\w.!~-]+$/.test(value);

const sessionInPath = /;(?:jsessionid|phpsessid|sessionid|sid)=[^/?;]*/gi;
/** `/(S(abc123))/`, as ASP.NET writes it. */
const sessionFolder = /\/\([A-Z]\([0-9a-z]{16,}\)\)(?=\/)/gi;

/** The address without the numbers of a visit; '' where it has none. Parameters keep their order. */
export function withoutSession(href: string): string {
  const at = href.indexOf('?');
  const path = at < 0 ? href : href.slice(0, at);
  const plain = path.includes(';') || path.includes('(') ? path.replace(sessionInPath, '').replace(sessionFolder, '') : path;
  if (at < 0) return plain === path ? '' : plain;
  const query = href.slice(at + 1);
  const kept = query.split('&').filter(part => {
    const equals = part.indexOf('=');
    return equals < 0 || !sessionNames.has(part.slice(0, equals).toLowerCase()) || !isVisit(part.slice(equals + 1));
  });
  const rest = kept.join('&');
  if (plain === path && rest === query) return '';
  return rest === '' ? plain : `${plain}?${rest}`;
}

/** The address with `#` for every number after its host: what a row of numbered addresses has in common. */
export function numbersAside(href: string): string {
  const path = href.indexOf('/', href.indexOf('://') + 3);
  return path < 0 ? href : href.slice(0, path) + href.slice(path).replace(/\d+/g, '#');
}

/** Host, first folder and names of the parameters: `https://example.com/shop/…?color&size`. What lies in the host's root has no folder. */
export function folderOf(href: string): string {
  const host = href.indexOf('/', href.indexOf('://') + 3);
  if (host < 0) return href;
  const query = href.indexOf('?', host);
  const end = query < 0 ? href.length : query;
  const first = href.indexOf('/', host + 1);
  const folder = first < 0 || first > end ? `${href.slice(0, host)}/` : `${href.slice(0, first)}/…`;
  const names = parametersOf(href);
  return names.length === 0 ? folder : `${folder}?${names.slice(0, 6).join('&')}${names.length > 6 ? '&…' : ''}`;
}

/** The names of the parameters, each once, in order. */
export function parametersOf(href: string): readonly string[] {
  const query = href.indexOf('?');
  if (query < 0 || query === href.length - 1) return [];
  const names = href
    .slice(query + 1)
    .split('&', 100)
    .map(part => part.split('=', 1)[0] as string);
  return [...new Set(names)].filter(name => name !== '').sort();
}

/** The address up to its query. */
export const pathOf = (href: string): string => href.split('?', 1)[0] as string;

const dateInPath = /[/_-](\d{4})[/_-](?:0?[1-9]|1[0-2])(?=[/_\-.]|$)/;
const dateInQuery = /[?&](?:year|y|jahr|ano|annee)=(\d{4})(?:&|$)|[?&][\w.[\]-]*=(\d{4})-(?:0?[1-9]|1[0-2])(?:-\d{1,2})?(?:&|$)/i;

/** The year of a date in an address; 0 for none. A year alone is none: it may be any number. */
export function yearOf(href: string): number {
  const path = pathOf(href);
  const inPath = dateInPath.exec(path);
  if (inPath) return Number(inPath[1]);
  if (path.length === href.length) return 0;
  const inQuery = dateInQuery.exec(href.slice(path.length));
  return inQuery ? Number(inQuery[1] ?? inQuery[2]) : 0;
}

/** Whether the last part of an address looks as if a program had made it up: `a81f3c9d`, `x7Kq2mZ9`, `88412907`. */
export function looksRandom(href: string): boolean {
  const query = href.indexOf('?');
  const last = query < 0 ? (pathOf(href).split('/').filter(Boolean).at(-1) ?? '') : (href.slice(query).split('=').at(-1) ?? '');
  const token = last.replace(/\.\w{1,5}$/, '');
  if (/^\d{6,}$/.test(token)) return true;
  if (token.length < 6 || /[^\w-]/.test(token)) return false;
  const changes = token.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  return changes >= 2;
}

/** The numbers of an address, if it has exactly one: where pages are counted through, they lie close together. */
export function onlyNumber(href: string): number | null {
  const path = href.slice(href.indexOf('/', href.indexOf('://') + 3));
  const numbers = path.match(/\d+/g);
  return numbers?.length === 1 && (numbers[0] as string).length <= 15 ? Number(numbers[0]) : null;
}
