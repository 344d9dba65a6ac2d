import { titleOf } from '#shared/explain/describe.ts';
import type { ReasonElement } from '#shared/explain/reasons/reason.ts';
import { isReasonCode, type ReasonCode, reasonOf, reasons } from '#shared/explain/reasons.ts';
import type { CrawlChange, Flip, SettingChange } from '#shared/model/comparison.ts';
import type { LinksFollowed, MayFetch, MayList } from '#shared/model/decision.ts';
import { cellOf, type UrlColumn } from '#shared/model/url-column.ts';
import { urlColumns } from '#shared/model/url-columns.ts';
import { byValue, columnChange, columnFlip } from './compared-columns.ts';
import { targetChange } from './target.ts';

/** A URL as one crawl left it; columns that are compared by their value are further fields. */
export interface UrlState {
  readonly id: number;
  readonly url: string;
  readonly origin: string;
  readonly reason: string;
  readonly mayFetch: MayFetch;
  readonly mayList: MayList;
  readonly linksFollowed: LinksFollowed;
  readonly status: number | null;
  /** Version and line of robots.txt that judged it; null where robots.txt was not consulted. */
  readonly robots: number | null;
  readonly line: number;
  readonly inlinks: number;
  /** Ids of the URLs that its canonical names and that it redirects to, in the same crawl; null for none. */
  readonly canonical: number | null;
  readonly redirect: number | null;
  /** The URLs with these ids; null for none, and for a page that names itself as canonical. */
  readonly canonicalUrl: string | null;
  readonly redirectUrl: string | null;
}

/** Where a URL points, '' for nowhere. */
export interface UrlTargets {
  readonly canonical: string;
  readonly redirect: string;
}

/** What is read of a URL only when something flipped. Texts are '' where there is nothing. */
export interface UrlDetails {
  /** The reason of the last decision about listing the URL, or about following its links. */
  said(stage: 'listing' | 'follow'): string;
  readonly meta: string;
  readonly header: string;
  readonly canonical: string;
}

/** What the two crawls know beyond the URL itself. */
export interface ChangeSource {
  details(side: 0 | 1, state: UrlState): UrlDetails;
  targets(side: 0 | 1, state: UrlState): UrlTargets;
  /** The edit behind two deciding lines of two versions; null where both versions have the same text and the same profile. */
  robots(before: UrlState, after: UrlState): CrawlChange | null;
  /** A setting in both crawls, as words. */
  setting(name: string): SettingChange;
  /** How far robots.txt of the site of a URL binds in both crawls, by the one rule that says so; null where that is the same. */
  siteRule(before: UrlState, after: UrlState): SettingChange | null;
  /** The columns of URLs, where they are not the standard ones. */
  readonly columns?: readonly UrlColumn[];
}

const fetchFlips: Readonly<Record<MayFetch, Flip>> = { yes: 'allowed', no: 'blocked', unknown: 'fetchUnknown' };
const listFlips: Readonly<Record<MayList, Flip>> = {
  yes: 'listable',
  no: 'delisted',
  'url-only': 'addressOnly',
  unknown: 'listUnknown',
};
const followFlips: Readonly<Record<LinksFollowed, Flip>> = {
  yes: 'linksFollowed',
  no: 'linksDropped',
  none: 'linksNotRead',
  unknown: 'linksNotRead',
};

/** What differs between two states of one URL, and which way. */
export function flipsBetween(before: UrlState, after: UrlState, source: Pick<ChangeSource, 'targets' | 'columns'>): Flip[] {
  const found: Flip[] = [];
  if (before.mayFetch !== after.mayFetch) found.push(fetchFlips[after.mayFetch]);
  if (before.mayList !== after.mayList) found.push(listFlips[after.mayList]);
  if (before.linksFollowed !== after.linksFollowed) found.push(followFlips[after.linksFollowed]);
  if (statusClass(before) !== statusClass(after)) found.push('status');
  else if (before.status !== null && mayPointElsewhere(before, after)) {
    const [old, now] = [source.targets(0, before), source.targets(1, after)];
    if (old.redirect !== now.redirect) found.push('redirectTarget');
    if (old.canonical !== now.canonical) found.push('canonicalTarget');
  }
  for (const column of valued(source)) if (cellOf(before, column) !== cellOf(after, column)) found.push(columnFlip(column));
  return found;
}

const standardValued = byValue(urlColumns);
const valued = ({ columns }: Pick<ChangeSource, 'columns'>): readonly UrlColumn[] =>
  columns === undefined || columns === urlColumns ? standardValued : byValue(columns);

const isTarget = (flip: Flip): boolean => flip === 'redirectTarget' || flip === 'canonicalTarget';

/** Whether more than where it points differs. */
export const hasFlipped = (flips: readonly Flip[]): boolean => !flips.every(isTarget);

const statusClass = ({ status }: UrlState): number => Math.floor((status ?? 0) / 100);

/** Cheap: most pages redirect nowhere and name themselves or nothing, in both crawls. */
const mayPointElsewhere = (before: UrlState, after: UrlState): boolean =>
  before.redirect !== null ||
  after.redirect !== null ||
  (before.canonical === before.id) !== (after.canonical === after.id) ||
  (before.canonical === null) !== (after.canonical === null) ||
  (before.canonical !== null && before.canonical !== before.id);

const none = { origin: '', edit: '', name: '', before: '', after: '', oldLine: 0, newLine: 0 } as const;

/**
 * The edit that caused the flips of a URL: the first decision, in decision order, that differs. Its consequences (a
 * blocked page has no status and cannot be listed) are not causes. Without a flip, the edit is the target; with equal
 * targets, a column.
 */
export function changeBehind(before: UrlState, after: UrlState, all: readonly Flip[], source: ChangeSource): CrawlChange {
  const column = valued(source).find(each => all.includes(columnFlip(each)));
  const flips = all.filter(flip => !flip.startsWith('column:'));
  if (flips.length === 0 && column) return columnChange(column, before, after);
  if (!hasFlipped(flips)) {
    const [old, now] = [source.targets(0, before), source.targets(1, after)];
    const kind = flips.includes('redirectTarget') ? 'redirect' : 'canonical';
    return { ...none, kind: `${kind}-target`, ...targetChange(after.url, old[kind], now[kind]) };
  }
  const admission = refusedAdmission(after, before) ?? refusedAdmission(before, after);
  if (admission) return admissionChange(admission, source);
  if (before.mayFetch !== after.mayFetch) {
    const change = source.robots(before, after);
    if (change) return change;
  } else if (before.mayFetch === 'no' && isRefused(before) !== isRefused(after)) {
    const change = source.siteRule(before, after);
    if (change) return { ...none, kind: 'site-rule', ...change };
  }
  if (statusClass(before) !== statusClass(after)) return statusChange(before, after);
  return elementChange(before, after, source);
}

/** Whether robots.txt was obeyed where it forbids the URL. */
const isRefused = ({ reason }: UrlState): boolean =>
  isReasonCode(reason) && reasons[reason].stage === 'access' && reasons[reason].verdict !== 'accept';

/** Settings that say how far robots.txt binds. */
const siteRuleSettings: ReadonlySet<string> = new Set(['siteRules', 'robotsDefault']);

/** Names the kind of a change of a setting. */
export const kindOfSetting = (name: string): 'setting' | 'site-rule' => (siteRuleSettings.has(name) ? 'site-rule' : 'setting');

/** The reason for which one state was not let in, where the other was or had another one. */
function refusedAdmission(state: UrlState, other: UrlState): ReasonCode | null {
  const { reason } = state;
  if (!isReasonCode(reason) || reason === other.reason) return null;
  return reasons[reason].stage === 'admission' && reasons[reason].verdict !== 'accept' ? reason : null;
}

function admissionChange(reason: ReasonCode, source: ChangeSource): CrawlChange {
  const name = reasons[reason].setting?.name;
  if (name === undefined) return { ...none, kind: 'link', after: titleOf(reason) };
  const { before, after } = source.setting(name);
  const isLimit = reasons[reason].evidence === 'limit';
  // The same limit in both crawls, and yet it was reached in one only.
  if (before === after) return { ...none, kind: isLimit ? 'limit' : 'other', name, before, after: titleOf(reason) };
  return { ...none, kind: 'setting', name, before, after };
}

const answerWords = ({ status, reason }: UrlState): string =>
  status === null ? titleOf(reason) : status >= 300 && status < 400 ? `redirect ${status}` : `status ${status}`;

function statusChange(before: UrlState, after: UrlState): CrawlChange {
  const isRedirect = statusClass(before) === 3 || statusClass(after) === 3;
  return { ...none, kind: isRedirect ? 'redirect' : 'status', before: answerWords(before), after: answerWords(after) };
}

type Element = NonNullable<ReasonElement>;

/** The directive or the part of the page that caused a flip of listing or of following links. */
function elementChange(before: UrlState, after: UrlState, source: ChangeSource): CrawlChange {
  const [old, now] = [source.details(0, before), source.details(1, after)];
  const stage = before.mayList === after.mayList ? 'follow' : 'listing';
  const said = [old.said(stage), now.said(stage)] as const;
  const textsOf: Readonly<Record<Element, () => readonly [string, string]>> = {
    header: () => [old.header, now.header],
    meta: () => [old.meta, now.meta],
    canonical: () => [canonicalWords(before, old), canonicalWords(after, now)],
    content: () => [titleOf(said[0]), titleOf(said[1])],
  };
  // The side that was turned down names the element; where that is the same in both crawls, the one that differs is to blame.
  const named = [said[1], said[0]].flatMap(reason => reasonOf(reason)?.element ?? []);
  const differing = [...named, 'header' as const, 'meta' as const, 'canonical' as const, 'content' as const];
  for (const element of differing) {
    const [was, is] = textsOf[element]();
    if (was !== is) return { ...none, kind: element, before: was, after: is };
  }
  return { ...none, kind: 'other' };
}

/** A canonical for grouping edits. Its target is dropped, because otherwise every page would be a separate edit. */
function canonicalWords({ url }: UrlState, { canonical, said }: UrlDetails): string {
  if (said('listing') === 'canonical-conflict') return 'several canonicals';
  if (canonical === '') return '';
  return canonical === url ? 'the page itself' : 'another page';
}
