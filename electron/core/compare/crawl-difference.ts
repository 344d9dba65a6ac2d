import type { ChangeGroup, CrawlChange, CrawlComparison, Facet, MissingGroup, SettingChange } from '#shared/model/comparison.ts';
import { type ChangeSource, changeBehind, flippedFacets, type UrlState } from './change.ts';

/** Examples kept of a group, and groups kept of a kind: what is beyond is counted in one group of the kind. Bounds memory. */
const keptExamples = 5;
const keptGroups = 5_000;

interface Growing<T> {
  readonly value: T;
  urls: number;
  readonly examples: string[];
}
interface GrowingGroup extends Growing<CrawlChange> {
  readonly facets: Record<Facet, number>;
  readonly reasons: readonly [string, string];
}

/** Takes the URLs of two crawls pair by pair and keeps groups, not URLs. */
export class CrawlDifference {
  private readonly source: ChangeSource;
  private readonly groups = new Map<string, GrowingGroup>();
  private readonly missing = [new Map<string, Growing<string>>(), new Map<string, Growing<string>>()] as const;
  private inBoth = 0;
  private flipped = 0;

  constructor(source: ChangeSource) {
    this.source = source;
  }

  /** A URL that both crawls have. */
  both(before: UrlState, after: UrlState): void {
    this.inBoth += 1;
    const facets = flippedFacets(before, after);
    if (facets.length === 0) return;
    this.flipped += 1;
    const change = changeBehind(before, after, this.source);
    const group = this.groupOf(change, before, after);
    group.urls += 1;
    if (group.examples.length < keptExamples) group.examples.push(after.url);
    for (const facet of facets) group.facets[facet] += 1;
  }

  /** A URL that only the first (0) or the second crawl (1) has. */
  only(side: 0 | 1, { reason, url }: UrlState): void {
    const known = this.missing[side].get(reason) ?? { value: reason, urls: 0, examples: [] };
    known.urls += 1;
    if (known.examples.length < keptExamples) known.examples.push(url);
    this.missing[side].set(reason, known);
  }

  result(settings: readonly SettingChange[]): CrawlComparison {
    const [onlyBefore, onlyAfter] = this.missing.map(missingGroups) as [MissingGroup[], MissingGroup[]];
    const sum = (groups: readonly MissingGroup[]): number => groups.reduce((all, { urls }) => all + urls, this.inBoth);
    return {
      before: sum(onlyBefore),
      after: sum(onlyAfter),
      both: this.inBoth,
      flipped: this.flipped,
      groups: [...this.groups.values()].map(({ value, ...rest }): ChangeGroup => ({ ...value, ...rest })).sort(byUrls),
      settings,
      onlyBefore,
      onlyAfter,
    };
  }

  private groupOf(change: CrawlChange, before: UrlState, after: UrlState): GrowingGroup {
    const { kind, origin, edit, name } = change;
    // Lines that merely stand elsewhere in another pair of versions are one edit: texts tell edits apart, numbers do not.
    const exact = JSON.stringify([kind, origin, edit, name, change.before, change.after]);
    const isFull = this.groups.size >= keptGroups && !this.groups.has(exact);
    const key = isFull ? `other values of ${kind}` : exact;
    const known = this.groups.get(key);
    if (known) return known;
    const value = isFull ? { ...change, before: 'various', after: 'various', oldLine: 0, newLine: 0 } : change;
    const facets = { mayFetch: 0, mayList: 0, linksFollowed: 0, status: 0 };
    const group: GrowingGroup = { value, urls: 0, examples: [], facets, reasons: [before.reason, after.reason] };
    this.groups.set(key, group);
    return group;
  }
}

const byUrls = (a: { readonly urls: number }, b: { readonly urls: number }): number => b.urls - a.urls;

const missingGroups = (groups: ReadonlyMap<string, Growing<string>>): MissingGroup[] =>
  [...groups.values()].map(({ value, urls, examples }) => ({ reason: value, urls, examples })).sort(byUrls);

/** Settings that differ, as words. */
export function settingChanges(before: object, after: object): SettingChange[] {
  const [old, now] = [before, after].map(each => each as Readonly<Record<string, unknown>>) as [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map(name => ({ name, before: settingWords(old[name]), after: settingWords(now[name]) }))
    .filter(change => change.before !== change.after);
}

/** A value of the settings as text; lists one after the other. */
export function settingWords(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(settingWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
