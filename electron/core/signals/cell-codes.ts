import { type CommonSigns, type CrawlerSigns, type SignalName, type SignalValue, signalValues } from '#shared/model/signals.ts';
import type { IndexSaid } from './page-signs.ts';

/** Signals as small numbers: one for what all crawlers share, one for each crawler. */

const index: readonly IndexSaid[] = ['yes', 'no', 'choice', 'unknown'];

/** A crawler's signals, and what the directives of element and header amount to together. */
export type CrawlerPart = CrawlerSigns & { readonly index: IndexSaid };

const placeOf = <N extends SignalName>(name: N, value: SignalValue<N>): number =>
  (signalValues[name] as readonly string[]).indexOf(value);
const valueAt = <N extends SignalName>(name: N, place: number): SignalValue<N> => signalValues[name][place] as SignalValue<N>;

const { meta, header, canonical } = signalValues;

/** Greater than every code of a crawler. */
export const crawlerCodes = signalValues.robots.length * meta.length * header.length * canonical.length * index.length;

export function crawlerCode(part: CrawlerPart): number {
  let code = placeOf('robots', part.robots);
  code = code * meta.length + placeOf('meta', part.meta);
  code = code * header.length + placeOf('header', part.header);
  code = code * canonical.length + placeOf('canonical', part.canonical);
  return code * index.length + index.indexOf(part.index);
}

export function crawlerPart(code: number): CrawlerPart {
  let rest = code;
  const take = (size: number): number => {
    const place = rest % size;
    rest = Math.floor(rest / size);
    return place;
  };
  const said = index[take(index.length)] as IndexSaid;
  const canonicalPlace = take(canonical.length);
  const headerPlace = take(header.length);
  const metaPlace = take(meta.length);
  return {
    robots: valueAt('robots', rest),
    meta: valueAt('meta', metaPlace),
    header: valueAt('header', headerPlace),
    canonical: valueAt('canonical', canonicalPlace),
    index: said,
  };
}

const canonicalPlaceOf = (code: number): number => Math.floor(code / index.length) % canonical.length;
const other = placeOf('canonical', 'other');

/** Whether the canonical is another URL. */
export const isElsewhere = (code: number): boolean => canonicalPlaceOf(code) === other;

/** The same signals with another canonical. */
export const withCanonical = (code: number, value: SignalValue<'canonical'>): number =>
  code + (placeOf('canonical', value) - canonicalPlaceOf(code)) * index.length;

/** Bits of what all crawlers share: the response, and three marks. */
const responseBits = 0b111;
export const IN_SITEMAP = 1 << 3;
export const LISTS_VERSIONS = 1 << 4;
export const LISTED = 1 << 5;
/** The URL is in the table. */
export const PRESENT = 1 << 6;

export const responseCode = (response: CommonSigns['response']): number => placeOf('response', response);

export function commonSigns(bits: number): CommonSigns {
  const lists = (bits & LISTS_VERSIONS) !== 0;
  const listed = (bits & LISTED) !== 0;
  return {
    response: valueAt('response', bits & responseBits),
    sitemap: (bits & IN_SITEMAP) !== 0 ? 'yes' : 'no',
    hreflang: lists ? (listed ? 'both' : 'lists') : listed ? 'listed' : 'none',
  };
}
