import { reasonCodes } from '#shared/explain/reasons.ts';
import { didYouMean } from './near.ts';
import { readNumbers } from './numbers.ts';
import type { NumberField, SiteTerm, Term, TypeTerm, WordsTerm } from './term.ts';
import type { Token } from './tokens.ts';

/** What a token means: a term, or one sentence that names the bad part and the fix. */
export type Reading = { readonly term: Term } | { readonly problem: string };
type Read = (token: Token) => Reading;

const problem = (text: string): Reading => ({ problem: text });
const parts = (token: Token): string[] => (token.quoted ? [token.value] : token.value.split(',')).map(part => part.trim());

const number =
  (field: NumberField, example: string): Read =>
  token => {
    const { ranges, missing, bad } = readNumbers(token.sign === ':' ? token.value : token.sign + token.value);
    if (bad !== '' || (ranges.length === 0 && !missing))
      return problem(`“${bad}” in ${token.raw} is not a number. Write it like ${example}.`);
    return { term: { kind: 'number', field, ranges, missing, negated: token.negated } };
  };

const text =
  (field: 'url' | 'title' | 'description' | 'h1' | 'redirectTo'): Read =>
  token => ({ term: { kind: 'text', field, value: token.value, negated: token.negated } });

const words =
  <F extends 'state' | 'mayFetch' | 'mayList' | 'linksFollowed'>(field: F, known: readonly string[]): Read =>
  token => {
    const values = parts(token).map(part => part.toLowerCase());
    const bad = values.find(value => !known.includes(value));
    if (bad !== undefined)
      return problem(`“${bad}” in ${token.raw} is not known. Use one of: ${known.join(', ')}.${didYouMean(bad, known)}`);
    return { term: { kind: 'words', field, values, negated: token.negated } as WordsTerm };
  };

const reason: Read = token => {
  const values = new Set<string>();
  for (const part of parts(token).map(p => p.toLowerCase())) {
    const begin = part.endsWith('*') ? part.slice(0, -1) : null;
    const found = begin === null ? reasonCodes.filter(code => code === part) : reasonCodes.filter(code => code.startsWith(begin));
    if (found.length === 0) {
      const near = didYouMean(part.replace(/\*$/, ''), reasonCodes);
      return problem(
        `There is no decision reason “${part}”.${near || ' Use a code such as reason:robots-disallow, or reason:robots-*.'}`,
      );
    }
    for (const code of found) values.add(code);
  }
  return { term: { kind: 'words', field: 'reason', values: [...values], negated: token.negated } };
};

const lang: Read = token => {
  const values = parts(token).map(part => (part.toLowerCase() === 'none' ? '' : part.toLowerCase()));
  const bad = values.find(value => value !== '' && !/^[a-z]{1,8}([-_][a-z0-9]{1,8})*$/.test(value));
  if (bad !== undefined) return problem(`“${bad}” in ${token.raw} is not a language tag. Write it like lang:de or lang:pt-BR.`);
  return {
    term: { kind: 'words', field: 'lang', values: values.map(value => value.replaceAll('_', '-')), negated: token.negated },
  };
};

const site: Read = token => {
  const sites: SiteTerm['sites'][number][] = [];
  for (const part of parts(token)) {
    const scheme = /^(https?):\/\//i.exec(part)?.[1]?.toLowerCase() ?? '';
    const rest = part.replace(/^https?:\/\//i, '').replace(/^\*?\./, '');
    const wrong = problem(`“${part}” in ${token.raw} is not a host. Write it like site:example.com or site:example.com/shop/.`);
    if (rest === '' || /^[/?#]/.test(rest) || /[\s@]/.test(rest)) return wrong;
    try {
      const url = new URL(`${scheme || 'http'}://${rest}`);
      const port = /^[^/?#]*:(\d+)(?=[/?#]|$)/.exec(rest)?.[1] ?? '';
      const path = url.pathname + url.search;
      sites.push({ scheme, host: url.hostname, port, path: path === '/' ? '' : path });
    } catch (error) {
      if (error instanceof TypeError) return wrong;
      throw error;
    }
  }
  return { term: { kind: 'site', sites, negated: token.negated } };
};

const familiarTypes: Readonly<Record<string, TypeTerm['patterns']>> = {
  html: [
    { match: 'exact', value: 'text/html' },
    { match: 'exact', value: 'application/xhtml+xml' },
  ],
  pdf: [{ match: 'exact', value: 'application/pdf' }],
  css: [{ match: 'exact', value: 'text/css' }],
  js: [{ match: 'contains', value: 'javascript' }],
  script: [{ match: 'contains', value: 'javascript' }],
  json: [{ match: 'contains', value: 'json' }],
  xml: [{ match: 'contains', value: 'xml' }],
  image: [{ match: 'prefix', value: 'image/' }],
  font: [{ match: 'contains', value: 'font' }],
  audio: [{ match: 'prefix', value: 'audio/' }],
  video: [{ match: 'prefix', value: 'video/' }],
  text: [{ match: 'prefix', value: 'text/' }],
};

const type: Read = token => {
  const patterns: TypeTerm['patterns'][number][] = [];
  let missing = false;
  for (const part of parts(token).map(p => p.toLowerCase())) {
    if (part === 'none') missing = true;
    else if (part === '' || part === '*')
      return problem(`${token.raw} names no type. Write it like type:html or type:image/png.`);
    else if (Object.hasOwn(familiarTypes, part)) patterns.push(...(familiarTypes[part] ?? []));
    else if (part.endsWith('*')) patterns.push({ match: 'prefix', value: part.slice(0, -1) });
    else patterns.push({ match: part.includes('/') ? 'exact' : 'contains', value: part });
  }
  return { term: { kind: 'type', patterns, missing, negated: token.negated } };
};

const robots: Read = token => {
  if (/^[\d.,<>=x]+$/i.test(token.value)) return number('robotsLine', 'robots:12')(token);
  const known = ['blocked', 'allowed', 'unknown'] as const;
  const values = parts(token).map(part => part.toLowerCase());
  const bad = values.find(value => !known.some(word => word === value));
  if (bad !== undefined)
    return problem(
      `“${bad}” in ${token.raw} is not known. Use robots:blocked, robots:allowed, robots:unknown or a line number such as robots:12.`,
    );
  return { term: { kind: 'robots', verdicts: known.filter(word => values.includes(word)), negated: token.negated } };
};

/** A whole http(s) URL without its fragment, or null. */
export function wholeUrl(value: string): string | null {
  if (!/^https?:\/\//i.test(value)) return null;
  try {
    const url = new URL(value);
    url.hash = '';
    return url.href;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const link: Read = token => {
  const url = wholeUrl(token.value);
  if (url === null) return problem(`link: needs a whole URL, such as link:https://example.com/page, not “${token.value}”.`);
  return { term: { kind: 'link', url, negated: token.negated } };
};

const noindex: Read = token => {
  const value = token.value.toLowerCase();
  if (value === '' || value === 'yes') return { term: { kind: 'noindex', where: 'any', negated: token.negated } };
  if (value === 'no') return { term: { kind: 'noindex', where: 'any', negated: !token.negated } };
  if (value === 'meta' || value === 'header') return { term: { kind: 'noindex', where: value, negated: token.negated } };
  return problem(`“${token.value}” in ${token.raw} is not known. Use noindex:yes, noindex:no, noindex:meta or noindex:header.`);
};

const canonical: Read = token => {
  const value = token.value.toLowerCase();
  if (value === 'self' || value === 'none') return { term: { kind: 'canonical', value, negated: token.negated } };
  if (value === 'other' || value === 'elsewhere') return { term: { kind: 'canonical', value: 'other', negated: token.negated } };
  const url = wholeUrl(token.value);
  if (url !== null) return { term: { kind: 'canonical', value: 'url', url, negated: token.negated } };
  return problem(
    `“${token.value}” in ${token.raw} is not known. Use canonical:self, canonical:other, canonical:none or a whole URL.`,
  );
};

const within: Read = token => {
  if (/^sitemaps?$/i.test(token.value)) return { term: { kind: 'sitemap', negated: token.negated } };
  return problem(`“${token.value}” in ${token.raw} is not known. Use in:sitemap.`);
};

interface Operator {
  readonly read: Read;
  readonly example: string;
  readonly numeric?: true;
}

const numeric = (field: NumberField, example: string): Operator => ({ read: number(field, example), example, numeric: true });

const yesNo = ['yes', 'no', 'unknown'] as const;
const states: Operator = { read: words('state', ['queued', 'leased', 'done', 'failed', 'disregarded']), example: 'state:queued' };
const mayFetch: Operator = { read: words('mayFetch', yesNo), example: 'fetch:no' };
const mayList: Operator = { read: words('mayList', ['yes', 'no', 'url-only', 'unknown']), example: 'list:url-only' };
const follow: Operator = { read: words('linksFollowed', ['yes', 'no', 'none', 'unknown']), example: 'follow:no' };
const types: Operator = { read: type, example: 'type:html' };
const ms = numeric('totalMs', 'ms:>1000');
const sitemaps = numeric('inSitemaps', 'sitemaps:>0');
const inUrl: Operator = { read: text('url'), example: 'inurl:shop' };
const inTitle: Operator = { read: text('title'), example: 'intitle:"winter sale"' };

/** Every operator. The names of the columns of `crawlscope urls` work as operators too. */
export const operators: Readonly<Record<string, Operator>> = {
  site: { read: site, example: 'site:example.com' },
  status: numeric('status', 'status:404, status:4xx, status:>=400 or status:none'),
  inurl: inUrl,
  url: inUrl,
  intitle: inTitle,
  title: inTitle,
  description: { read: text('description'), example: 'description:"winter sale"' },
  heading: { read: text('h1'), example: 'heading:sale' },
  robots: { read: robots, example: 'robots:blocked' },
  line: numeric('robotsLine', 'line:12'),
  reason: { read: reason, example: 'reason:not-found' },
  depth: numeric('depth', 'depth:2 or depth:2..4'),
  type: types,
  content_type: types,
  state: states,
  link: { read: link, example: 'link:https://example.com/page' },
  noindex: { read: noindex, example: 'noindex:yes' },
  canonical: { read: canonical, example: 'canonical:other' },
  lang: { read: lang, example: 'lang:de' },
  in: { read: within, example: 'in:sitemap' },
  in_sitemaps: sitemaps,
  sitemaps,
  bytes: numeric('bytes', 'bytes:>100k'),
  inlinks: numeric('inlinks', 'inlinks:0'),
  outlinks: numeric('outlinks', 'outlinks:>100'),
  ms,
  total_ms: ms,
  fetch: mayFetch,
  may_fetch: mayFetch,
  list: mayList,
  may_list: mayList,
  follow,
  links_followed: follow,
  redirect_to: { read: text('redirectTo'), example: 'redirect_to:example.com' },
};

export const operatorNames = Object.keys(operators);
export const isNumeric = (name: string): boolean => Object.hasOwn(operators, name) && operators[name]?.numeric === true;

/** Reads `name:value` of the query. */
export function readOperator(token: Token): Reading {
  const operator = Object.hasOwn(operators, token.name) ? operators[token.name] : undefined;
  if (!operator) {
    const near = didYouMean(`${token.name}`, operatorNames).replaceAll('”', ':”');
    return problem(`There is no operator “${token.name}:”.${near} To search for the text itself, quote it: "${token.raw}".`);
  }
  if (token.value === '' && token.name !== 'noindex') return problem(`${token.raw} needs a value, such as ${operator.example}.`);
  if (
    !token.quoted &&
    parts(token).includes('') &&
    token.value !== '' &&
    !/^(url|title|inurl|intitle|description|heading|redirect_to|link|canonical)$/.test(token.name)
  )
    return problem(`The list in ${token.raw} has an empty part. Remove the extra comma.`);
  return operator.read(token);
}
