import { reasonCodes } from '#shared/explain/reasons.ts';
import { append } from '#shared/lists.ts';
import { renderedAspects } from '#shared/model/rendered-facts.ts';
import type { TextState, UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { type OtherOperator, otherOperators } from '#shared/model/url-operators.ts';
import { folderOf } from '../url/folder.ts';
import { addressPattern } from './address.ts';
import { readDays } from './days.ts';
import { didYouMean } from './near.ts';
import { readNumbers } from './numbers.ts';
import type { ComparedTerm, ResponseTerm, SiteTerm, Term, TypeTerm } from './term.ts';
import type { Token } from './tokens.ts';

/** What a token means: a term, or one sentence that names the bad part and the fix. */
export type Reading = { readonly term: Term } | { readonly problem: string };
type Read = (token: Token) => Reading;

const problem = (text: string): Reading => ({ problem: text });
const parts = (token: Token): string[] => (token.quoted ? [token.value] : token.value.split(',')).map(part => part.trim());

const number =
  (field: string, example: string, unit = 1): Read =>
  token => {
    const { ranges, missing, bad } = readNumbers(token.sign === ':' ? token.value : token.sign + token.value, unit);
    if (bad !== '' || (ranges.length === 0 && !missing))
      return problem(`“${bad}” in ${token.raw} is not a number. Write it like ${example}.`);
    return { term: { kind: 'number', field, ranges, missing, negated: token.negated } };
  };

const days =
  (field: string, example: string): Read =>
  token => {
    const written = token.sign === ':' ? token.value : token.sign + token.value;
    const { ranges, missing, bad } = readDays(written);
    if (bad !== '') return problem(`“${bad}” in ${token.raw} is not a day, month or year. Write it like ${example}.`);
    return { term: { kind: 'time', field, ranges, missing, written, negated: token.negated } };
  };

/** Unquoted, a word of `states` is a condition on the text; it is not searched for. */
const text =
  (field: string, states: readonly TextState[] = []): Read =>
  token => {
    const state = token.quoted ? undefined : states.find(each => each === token.value.toLowerCase());
    if (state !== undefined) return { term: { kind: 'text-state', field, state, negated: token.negated } };
    return { term: { kind: 'text', field, value: token.value, negated: token.negated } };
  };

/** Nobody searches for such a text without quotes: it is a comparison that is written wrongly, such as `>1,000` or `> 5`. */
const meantAsComparison = /^(?:>=|<=|[<>=])(?:$|[-+−]?[.,]?\d)/;

/** A comparison such as `>0` asks about the number in the text; anything else searches the text. */
const numberOrText = (field: string, states?: readonly TextState[]): Read => {
  const searched = text(field, states);
  return token => {
    const written = token.sign === ':' ? token.value : token.sign + token.value;
    const found = token.quoted && token.sign === ':' ? null : /^(>=|<=|>|<|=)(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(written);
    if (found)
      return {
        term: {
          ...{ kind: 'compared', field, negated: token.negated },
          ...{ sign: found[1] as ComparedTerm['sign'], value: Number(found[2]) },
        },
      };
    return token.sign === ':' && (token.quoted || !meantAsComparison.test(written))
      ? searched(token)
      : problem(`“${written.replace(/^[<>=]+/, '')}” in ${token.raw} is not a number. Write it like ${field}:>0.`);
  };
};

/** '' means a missing value. */
const orNone = (value: string): string => (value === 'none' ? '' : value);

/** Words of a list. `groups`: further words, each of which means several. Where the column has a word `none`, it is no missing value. */
const words =
  (
    field: string,
    known: readonly string[],
    groups: Readonly<Record<string, readonly string[]>> = {},
    read: (word: string) => string = orNone,
  ): Read =>
  token => {
    const written = parts(token).map(part => part.toLowerCase());
    const all = [...Object.keys(groups), ...known];
    const bad = written.find(value => !all.includes(value));
    if (bad !== undefined)
      return problem(`“${bad}” in ${token.raw} is not known. Use one of: ${all.join(', ')}.${didYouMean(bad, all)}`);
    const values = written.flatMap(value => groups[value] ?? [read(value)]);
    return { term: { kind: 'words', field, values, negated: token.negated } };
  };

/** Words that a server makes up. */
const anyWords =
  (field: string): Read =>
  token => {
    const values = parts(token).map(part => (token.quoted ? part : orNone(part)));
    return { term: { kind: 'words', field, values, negated: token.negated } };
  };

const reason =
  (field: string): Read =>
  token => {
    const values = new Set<string>();
    for (const part of parts(token).map(p => p.toLowerCase())) {
      const begin = part.endsWith('*') ? part.slice(0, -1) : null;
      const found =
        begin === null ? reasonCodes.filter(code => code === part) : reasonCodes.filter(code => code.startsWith(begin));
      if (found.length === 0) {
        const near = didYouMean(part.replace(/\*$/, ''), reasonCodes);
        return problem(
          `There is no decision reason “${part}”.${near || ' Use a code such as reason:robots-disallow, or reason:robots-*.'}`,
        );
      }
      for (const code of found) values.add(code);
    }
    return { term: { kind: 'words', field, values: [...values], negated: token.negated } };
  };

const lang =
  (field: string): Read =>
  token => {
    const values = parts(token).map(part => (part.toLowerCase() === 'none' ? '' : part.toLowerCase()));
    const bad = values.find(value => value !== '' && !/^[a-z]{1,8}([-_][a-z0-9]{1,8})*$/.test(value));
    if (bad !== undefined) return problem(`“${bad}” in ${token.raw} is not a language tag. Write it like lang:de or lang:pt-BR.`);
    return {
      term: { kind: 'words', field, values: values.map(value => value.replaceAll('_', '-')), negated: token.negated },
    };
  };

const site =
  (exact: boolean): Read =>
  token => {
    const sites: SiteTerm['sites'][number][] = [];
    for (const part of parts(token)) {
      const scheme = /^(https?):\/\//i.exec(part)?.[1]?.toLowerCase() ?? '';
      const rest = part.replace(/^https?:\/\//i, '').replace(/^\*?\./, '');
      const wrong = problem(
        `“${part}” in ${token.raw} is not a host. Write it like ${token.name}:example.com or ${token.name}:example.com/shop/.`,
      );
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
    return { term: { kind: 'site', ...(exact ? { exact } : {}), sites, negated: token.negated } };
  };

const folder: Read = token => {
  const folders = parts(token).map(part => {
    const url = wholeUrl(part);
    return url === null ? null : folderOf(url);
  });
  const bad = folders.indexOf(null);
  if (bad >= 0)
    return problem(
      `“${parts(token)[bad]}” in ${token.raw} is not the URL of a folder. Write it like folder:https://example.com/blog/.`,
    );
  return { term: { kind: 'folder', folders: folders.filter(each => each !== null), negated: token.negated } };
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
    else if (Object.hasOwn(familiarTypes, part)) append(patterns, familiarTypes[part] ?? []);
    else if (part.endsWith('*')) patterns.push({ match: 'prefix', value: part.slice(0, -1) });
    else patterns.push({ match: part.includes('/') ? 'exact' : 'contains', value: part });
  }
  return { term: { kind: 'type', patterns, missing, negated: token.negated } };
};

const server: Read = token => {
  const values = parts(token);
  const named = token.quoted ? values : values.filter(value => value.toLowerCase() !== 'none');
  const patterns = named.map(value => ({ match: 'contains', value }) as const);
  return {
    term: { kind: 'response', field: 'server', patterns, missing: named.length < values.length, negated: token.negated },
  };
};

const ip: Read = token => {
  const patterns: ResponseTerm['patterns'][number][] = [];
  let missing = false;
  for (const part of parts(token)) {
    const pattern = addressPattern(part);
    if (part.toLowerCase() === 'none') missing = true;
    else if (pattern !== null) patterns.push(pattern);
    else return problem(`“${part}” in ${token.raw} is not an IP address. Write it like ip:192.0.2.1, ip:192.0.2.* or ip:none.`);
  }
  return { term: { kind: 'response', field: 'ip', patterns, missing, negated: token.negated } };
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
  if (value === 'meta' || value === 'header' || value === 'named')
    return { term: { kind: 'noindex', where: value, negated: token.negated } };
  return problem(
    `“${token.value}” in ${token.raw} is not known. Use noindex:yes, noindex:no, noindex:meta, noindex:header or noindex:named.`,
  );
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

/** What `rendered:NAME>0` compares. */
const renderedNumbers: Readonly<Record<string, string>> = {
  links: 'renderedLinks',
  removed: 'linksLost',
  words: 'renderedWords',
  blocked: 'blockedResources',
  failed: 'failedResources',
  errors: 'scriptErrors',
};

/** How the rendering ended, what scripts change, or a number of it. */
const rendered =
  (states: readonly string[]): Read =>
  token => {
    const groups = { yes: states.filter(state => state !== 'failed'), no: [''] };
    const written = token.value.toLowerCase();
    const compared = /^([a-z]+)([<>=].*|:.*)$/.exec(written);
    const field = compared && renderedNumbers[compared[1] ?? ''];
    if (compared && field) return number(field, 'rendered:links>0')({ ...token, value: (compared[2] ?? '').replace(/^:/, '') });
    const known = renderedAspects.filter(aspect => parts({ ...token, value: written }).includes(aspect));
    if (known.length === 0) return words('rendered', [...states, 'none', ...renderedAspects], groups)(token);
    if (known.length < new Set(parts({ ...token, value: written })).size)
      return problem(`${token.raw} mixes what scripts change with other words. Write rendered:${known.join(',')} alone.`);
    const terms = known.map(value => ({ kind: 'text', field: 'scriptChanges', value, negated: false }) as const);
    const [only] = terms;
    return terms.length === 1 && only
      ? { term: { ...only, negated: token.negated } }
      : { term: { kind: 'any', alternatives: terms.map(term => [term]), negated: token.negated } };
  };

const within: Read = token => {
  if (/^sitemaps?$/i.test(token.value)) return { term: { kind: 'sitemap', negated: token.negated } };
  const url = wholeUrl(token.value);
  if (url !== null) return { term: { kind: 'sitemap', url, negated: token.negated } };
  return problem(`“${token.value}” in ${token.raw} is not known. Use in:sitemap, or in: and the URL of a sitemap.`);
};

/** How one operator is read. */
export interface Operator {
  readonly read: Read;
  readonly example: string;
  /** Its value is a number or a time, so that comparison signs may follow the name. */
  readonly isNumeric: boolean;
  /** Its value is any text: a comma separates nothing. */
  readonly isText: boolean;
}
export type Operators = ReadonlyMap<string, Operator>;

/** Columns whose values have a special syntax. */
const ownWays: Readonly<Record<string, Read>> = {
  contentType: type,
  reason: reason('reason'),
  checkResult: reason('checkResult'),
  canonical,
  lang: lang('lang'),
  detectedLang: lang('detectedLang'),
};

/** Words that mean several values of a column. */
const wordGroups: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  indexability: {
    yes: ['indexable'],
    no: ['noindex', 'canonicalised', 'blocked', 'redirect', 'error', 'no-response'],
  },
};

function readerOf(column: UrlColumn, example: string): Read {
  const own = Object.hasOwn(ownWays, column.key) ? ownWays[column.key] : undefined;
  if (own) return own;
  if (column.key === 'rendered' && column.kind === 'word') return rendered(Object.keys(column.values ?? {}));
  if (column.kind === 'text' && column.hasNumbers) return numberOrText(column.key, column.states);
  if (column.kind === 'text') return text(column.key, column.states);
  if (column.kind === 'target') return text(column.key);
  if (column.kind === 'word' && column.values === null) return anyWords(column.key);
  if (column.kind === 'word') {
    const known = [...Object.keys(column.values ?? {}), ...(column.none === undefined ? [] : ['none'])];
    const hasNone = Object.hasOwn(column.values ?? {}, 'none');
    return words(column.key, known, wordGroups[column.key], hasNone ? word => word : orNone);
  }
  if (column.kind === 'time') return days(column.key, example);
  return number(column.key, example, column.format === 'score' ? 0.1 : 1);
}

const otherReaders: Readonly<Record<OtherOperator, Read>> = {
  site: site(false),
  host: site(true),
  folder,
  robots,
  noindex,
  link,
  in: within,
  modified: days('modified', otherOperators.modified.example),
  ip,
  server,
};
const otherTexts: ReadonlySet<string> = new Set<OtherOperator>(['link', 'in', 'folder']);

/** Every operator by each of its names: those of single columns, and those that cover several. */
export function operatorsOf(columns: readonly UrlColumn[]): Operators {
  const found = new Map<string, Operator>();
  for (const [name, { example }] of Object.entries(otherOperators))
    found.set(name, {
      read: otherReaders[name as OtherOperator],
      example,
      isNumeric: name === 'modified',
      isText: otherTexts.has(name),
    });
  for (const column of columns) {
    if (!column.operator) continue;
    const { names = [], example } = column.operator;
    const operator: Operator = {
      read: readerOf(column, example),
      example,
      isNumeric: column.kind === 'number' || column.kind === 'time' || (column.kind === 'text' && column.hasNumbers === true),
      isText: column.kind === 'text' || column.kind === 'target',
    };
    for (const name of [column.name, ...names]) found.set(name, operator);
  }
  return found;
}

export const standardOperators = operatorsOf(urlColumns);

/** Reads `name:value` of the query. */
export function readOperator(token: Token, operators: Operators): Reading {
  const operator = operators.get(token.name);
  if (!operator) {
    const near = didYouMean(token.name, [...operators.keys()]).replaceAll('”', ':”');
    return problem(`There is no operator “${token.name}:”.${near} To search for the text itself, quote it: "${token.raw}".`);
  }
  if (token.value === '' && token.name !== 'noindex') return problem(`${token.raw} needs a value, such as ${operator.example}.`);
  if (!token.quoted && !operator.isText && token.value !== '' && parts(token).includes(''))
    return problem(`The list in ${token.raw} has an empty part. Remove the extra comma.`);
  return operator.read(token);
}
