import { append } from '#shared/lists.ts';
import {
  type ChangeGroup,
  type ComparisonSoFar,
  type Counted,
  type CrawlChange,
  type CrawlComparison,
  type Facet,
  type Flip,
  facetNames,
  flipNames,
  type MissingGroup,
  type SettingChange,
} from '#shared/model/comparison.ts';
import { type ChangeSource, changeBehind, flipsBetween, hasFlipped, type UrlState } from './change.ts';
import { targetShape } from './target.ts';

/** Examples kept of a group, and groups kept: what is beyond is counted in one group of the kind. Bounds memory. */
const keptExamples = 5;
const keptGroups = 5_000;
/** Groups that are shown before the end. */
const earlyGroups = 10;
/** Most groups that are kept for single targets. */
const keptTargets = 30;
/** Groups of targets of a kind that are left. */
const keptShapes = 100;

interface Growing {
  readonly id: number;
  urls: number;
  inlinks: number;
  readonly examples: string[];
}
interface GrowingGroup extends Growing {
  readonly change: CrawlChange;
  readonly flips: { [Name in Flip]?: number };
  readonly reasons: readonly [string, string];
}
interface GrowingMissing extends Growing {
  readonly reason: string;
}

/** The groups, and where those went that were joined with others: the id of its group by the id a URL was given. */
export interface GroupedDifference {
  readonly comparison: CrawlComparison;
  readonly groupOf: Int32Array;
}

/** Takes the URLs of two crawls pair by pair and keeps groups, not URLs. */
export class CrawlDifference {
  private readonly source: ChangeSource;
  private readonly groups = new Map<string, GrowingGroup>();
  private readonly missing = [new Map<string, GrowingMissing>(), new Map<string, GrowingMissing>()] as const;
  private ids = 0;
  private inBoth = 0;
  private flipped = 0;
  private retargeted = 0;

  constructor(source: ChangeSource) {
    this.source = source;
  }

  /** Counts a URL that is the same in both crawls. */
  same(): void {
    this.inBoth += 1;
  }

  /** A URL that both crawls have: the id of its group, -1 where nothing differs. */
  both(before: UrlState, after: UrlState): number {
    this.inBoth += 1;
    const flips = flipsBetween(before, after, this.source);
    if (flips.length === 0) return -1;
    if (hasFlipped(flips)) this.flipped += 1;
    else this.retargeted += 1;
    const group = this.groupFor(changeBehind(before, after, flips, this.source), before, after);
    count(group, after);
    for (const flip of flips) group.flips[flip] = (group.flips[flip] ?? 0) + 1;
    return group.id;
  }

  /** A URL that only the first (0) or the second crawl (1) has: the id of its group. */
  only(side: 0 | 1, state: UrlState): number {
    const { reason } = state;
    const known = this.missing[side].get(reason) ?? { id: this.ids++, reason, urls: 0, inlinks: 0, examples: [] };
    count(known, state);
    this.missing[side].set(reason, known);
    return known.id;
  }

  /** The result so far. */
  soFar(): ComparisonSoFar {
    const { inBoth: both, flipped, retargeted } = this;
    const largest = [...this.groups.values()].sort(byUrls).slice(0, earlyGroups);
    return { both, flipped, retargeted, groups: largest.map(groupView) };
  }

  result(settings: readonly SettingChange[]): GroupedDifference {
    const groupOf = Int32Array.from({ length: this.ids }, (_, id) => id);
    const groups = this.joinTargets(groupOf);
    const [onlyBefore, onlyAfter] = [this.missingOf(0), this.missingOf(1)];
    const sum = (missing: readonly MissingGroup[]): number => missing.reduce((all, { urls }) => all + urls, this.inBoth);
    return {
      comparison: {
        before: sum(onlyBefore),
        after: sum(onlyAfter),
        both: this.inBoth,
        flipped: this.flipped,
        retargeted: this.retargeted,
        groups: groups.sort(byUrls).map(groupView),
        settings,
        onlyBefore,
        onlyAfter,
      },
      groupOf,
    };
  }

  private missingOf(side: 0 | 1): MissingGroup[] {
    return [...this.missing[side].values()].sort(byUrls);
  }

  private groupFor(change: CrawlChange, before: UrlState, after: UrlState): GrowingGroup {
    const hasRoom = (wanted: CrawlChange, most: number): boolean => this.groups.size < most || this.groups.has(keyOf(wanted));
    const wanted = [change, joined(change)].find((each, level) => hasRoom(each, keptGroups * (level + 1))) ?? ofKind(change);
    return this.group(wanted, [before.reason, after.reason]);
  }

  private group(change: CrawlChange, reasons: readonly [string, string]): GrowingGroup {
    const key = keyOf(change);
    const known = this.groups.get(key);
    if (known) return known;
    const group: GrowingGroup = { id: this.ids++, change, urls: 0, inlinks: 0, examples: [], flips: noFlips(), reasons };
    this.groups.set(key, group);
    return group;
  }

  /**
   * Targets that only one page has are not separate edits. They are grouped by how they differ. If there are still
   * too many groups, they are grouped by kind.
   */
  private joinTargets(groupOf: Int32Array): GrowingGroup[] {
    const all = new Set(this.groups.values());
    const named = [...all].filter(isNamedTarget).sort(byUrls);
    join(all, groupOf, [...named.slice(0, keptTargets).filter(each => each.urls === 1), ...named.slice(keptTargets)], joined);
    for (const kind of ['redirect-target', 'canonical-target'] as const) {
      const ofOneKind = [...all].filter(({ change }) => change.kind === kind).sort(byUrls);
      join(all, groupOf, ofOneKind.slice(keptShapes), ofKind);
    }
    // Joined twice: to where the second time led.
    for (const [id, into] of groupOf.entries()) groupOf[id] = groupOf[into] as number;
    return [...all];
  }
}

/** Puts one group in the place of those that `change` makes equal; a lone one stays as it is. */
function join(
  all: Set<GrowingGroup>,
  groupOf: Int32Array,
  groups: readonly GrowingGroup[],
  change: (old: CrawlChange) => CrawlChange,
): void {
  const alike = new Map<string, GrowingGroup[]>();
  for (const group of groups) {
    const key = keyOf(change(group.change));
    const known = alike.get(key);
    if (known) known.push(group);
    else alike.set(key, [group]);
  }
  const standing = new Map([...all].map(group => [keyOf(group.change), group]));
  for (const [key, members] of alike) {
    const [first] = members;
    const known = standing.get(key);
    if (!first || (!known && members.length === 1)) continue;
    const into = known ?? { ...first, change: change(first.change) };
    all.add(into);
    for (const each of members) {
      if (each === into) continue;
      all.delete(each);
      groupOf[each.id] = into.id;
      if (each.id !== into.id) add(into, each);
    }
  }
}

const isNamedTarget = ({ change }: GrowingGroup): boolean => change.edit === 'target' && change.kind.endsWith('-target');

// Lines that only moved between another pair of versions are the same edit, because edits are compared by text, not
// by line number.
const keyOf = ({ kind, origin, edit, name, before, after }: CrawlChange): string =>
  JSON.stringify([kind, origin, edit, name, before, after]);

/** The group for the remainder: targets by how they differ, others by their kind. */
const joined = (change: CrawlChange): CrawlChange =>
  change.edit === 'target' ? { ...change, ...targetShape(change.before, change.after) } : ofKind(change);

const ofKind = ({ kind }: CrawlChange): CrawlChange => {
  return { kind, origin: '', edit: '', name: '', before: 'various', after: 'various', oldLine: 0, newLine: 0 };
};

function count(group: Growing, { url, inlinks }: UrlState): void {
  group.urls += 1;
  group.inlinks += inlinks;
  if (group.examples.length < keptExamples) group.examples.push(url);
}

function add(into: GrowingGroup, from: GrowingGroup): void {
  into.urls += from.urls;
  into.inlinks += from.inlinks;
  append(into.examples, from.examples.slice(0, keptExamples - into.examples.length));
  for (const [name, urls = 0] of Object.entries(from.flips)) into.flips[name as Flip] = (into.flips[name as Flip] ?? 0) + urls;
}

/** Every flip that has a rule is listed, even if no URL has it. Flips of columns are added when they occur. */
const noFlips = (): { [Name in Flip]?: number } => Object.fromEntries(flipNames.map(name => [name, 0]));

const facetsOf: Readonly<Record<(typeof facetNames)[number], readonly Flip[]>> = {
  mayFetch: ['blocked', 'allowed', 'fetchUnknown'],
  mayList: ['delisted', 'addressOnly', 'listable', 'listUnknown'],
  linksFollowed: ['linksDropped', 'linksFollowed', 'linksNotRead'],
  status: ['status'],
  redirectTarget: ['redirectTarget'],
  canonicalTarget: ['canonicalTarget'],
};

function groupView({ id, change, urls, inlinks, examples, flips, reasons }: GrowingGroup): ChangeGroup {
  const own = facetNames.map(name => [name, facetsOf[name].reduce((sum, flip) => sum + (flips[flip] ?? 0), 0)]);
  // Each column is a separate facet.
  const columns = Object.entries(flips).filter(([name]) => name.startsWith('column:'));
  const facets: Counted<Facet> = Object.fromEntries([...own, ...columns]);
  return { ...change, id, urls, inlinks, facets, flips, examples, reasons };
}

const byUrls = (a: { readonly urls: number }, b: { readonly urls: number }): number => b.urls - a.urls;

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
