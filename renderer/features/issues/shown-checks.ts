import { type CheckGroup, type CheckPriority, type CheckType, checkGroups } from '#shared/model/audit.ts';
import type { CheckFound } from '../../domain/use-issues.ts';

/** Which checks the list shows. */
export interface CheckFilter {
  readonly type: CheckType | null;
  readonly priority: CheckPriority | null;
  /** `new`: with hits that the earlier crawl does not have. `ignored`: with hits that ignore rules set aside. */
  readonly only: 'hits' | 'new' | 'ignored' | 'all';
  readonly text: string;
}

export const startFilter: CheckFilter = { type: null, priority: null, only: 'hits', text: '' };

export interface ShownGroup {
  readonly group: CheckGroup;
  readonly name: string;
  /** Those to show, the gravest first. */
  readonly checks: readonly CheckFound[];
  /** All checks of the group, and how many of them hit something. */
  readonly all: number;
  readonly withHits: number;
}

const ranks: Readonly<Record<CheckPriority, number>> = { H: 0, M: 1, L: 2 };
const byWeight = (a: CheckFound, b: CheckFound): number =>
  Number(b.counted.isHit) - Number(a.counted.isHit) || ranks[a.priority] - ranks[b.priority] || b.counted.share - a.counted.share;

function isWanted({ counted, trend }: CheckFound, only: CheckFilter['only']): boolean {
  if (only === 'all') return true;
  if (only === 'ignored') return counted.hasIgnored;
  return only === 'hits' ? counted.isHit : trend !== null && trend.new > trend.newIgnored;
}

/** The checks to show, by group in the order of the catalogue. Empty groups are omitted. */
export function shownGroups(checks: readonly CheckFound[], { type, priority, only, text }: CheckFilter): readonly ShownGroup[] {
  const wanted = text.trim().toLowerCase();
  const isShown = (check: CheckFound): boolean =>
    (type === null || check.type === type) &&
    (priority === null || check.priority === priority) &&
    isWanted(check, only) &&
    (wanted === '' || check.name.toLowerCase().includes(wanted) || check.id.includes(wanted));
  const byGroup = new Map<CheckGroup, CheckFound[]>();
  for (const check of checks) {
    const others = byGroup.get(check.group);
    if (others) others.push(check);
    else byGroup.set(check.group, [check]);
  }
  return (Object.keys(checkGroups) as CheckGroup[]).flatMap(group => {
    const all = byGroup.get(group) ?? [];
    const shown = all.filter(isShown).sort(byWeight);
    const withHits = all.filter(({ counted }) => counted.isHit).length;
    return shown.length === 0 ? [] : [{ group, name: checkGroups[group], checks: shown, all: all.length, withHits }];
  });
}
