import { type SignalName, type SignalResult, type SignalValue, signalNames, signalValues } from '../model/signals.ts';

/** Names of signals, as headings. */
export const signalLabels: Readonly<Record<SignalName, string>> = {
  robots: 'robots.txt',
  response: 'Response',
  meta: 'Meta robots',
  header: 'X-Robots-Tag',
  canonical: 'Canonical',
  sitemap: 'Sitemap',
  hreflang: 'hreflang',
};

type Labels = { readonly [N in SignalName]: Readonly<Record<SignalValue<N>, string>> };

const directives = {
  none: '–',
  noindex: 'noindex',
  nofollow: 'nofollow',
  'noindex-nofollow': 'noindex, nofollow',
  unknown: 'not known',
} as const;

/** Values of signals in words. */
export const signalValueLabels: Labels = {
  robots: { allowed: 'allowed', blocked: 'blocked', 'site-blocked': 'site blocked', choice: 'may choose', unknown: 'not known' },
  response: {
    '2xx': '2xx',
    redirect: 'redirect',
    '4xx': '4xx',
    '5xx': '5xx',
    other: 'other status',
    none: 'no response',
    'not-requested': 'not requested',
  },
  meta: directives,
  header: directives,
  canonical: {
    none: '–',
    self: 'itself',
    other: 'another page',
    'to-blocked': 'a blocked URL',
    'to-redirect': 'a redirect',
    'to-error': 'an error',
    'to-noindex': 'a noindex page',
    'to-chain': 'a page with another canonical',
    'to-unknown': 'a URL not crawled',
    conflict: 'several',
    invalid: 'unusable',
    ignored: 'not used by this engine',
    unknown: 'not known',
  },
  sitemap: { no: '–', yes: 'listed' },
  hreflang: { none: '–', lists: 'lists versions', listed: 'is listed', both: 'lists and is listed' },
};

export const valueLabel = (signal: SignalName, value: string): string =>
  (signalValueLabels[signal] as Readonly<Record<string, string>>)[value] ?? value;

/** What an engine is expected to do with a URL. */
export const resultLabels: Readonly<Record<SignalResult, string>> = {
  indexed: 'Indexed',
  'url-only': 'URL only',
  'not-indexed': 'Not indexed',
  'may-vary': 'May vary',
  unknown: 'Not known',
  'lists-nothing': 'Lists nothing',
};

/** Signals and their values, one line each, as the help of the command line has them. */
export const signalWords = (): readonly string[] => signalNames.map(name => `${name}: ${signalValues[name].join(', ')}`);
