import { type JudgedRules, judgeRules } from '#core/audit/ignore.ts';
import type { CheckInfo } from '#shared/model/audit.ts';
import type { IgnoreRule, StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';
import { type ReadLimits, readLimits } from './limits.ts';

/** Checks of custom rules come and go with them. */
export const isOwnCheck = (id: string): boolean => id.startsWith('own.');

/** Stored settings of the audit, checked against the checks there are. */
export interface AuditSettings {
  /** Thresholds in force that differ from the defaults. */
  readonly limits: ChangedLimits;
  readonly judged: JudgedRules;
  /** Sentences about what is stored and cannot be used as it is. */
  readonly problems: readonly string[];
}

/** The day on which rules are judged: YYYY-MM-DD in local time. */
export function dayOf(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Reads stored settings as they apply on a day. Never throws: what cannot be used is named in `problems`. */
export function auditSettings(stored: StoredAuditSettings, checks: ReadonlyMap<string, CheckInfo>, today: string): AuditSettings {
  const read: ReadLimits = readLimits(stored.limits, checks);
  const judged = judgeRules(stored.rules, { today, isCheck: id => checks.has(id) || isOwnCheck(id) });
  const unusable = judged.rules.flatMap(({ id, problem }) =>
    problem === '' ? [] : [`Ignore rule ${id} is not used. ${problem}`],
  );
  return { limits: read.limits, judged, problems: [...stored.problems, ...read.problems, ...unusable] };
}

/** The rules of another crawl that this one does not have: another note or date makes another rule. */
export function newRules(known: readonly IgnoreRule[], others: readonly IgnoreRule[]): readonly Omit<IgnoreRule, 'addedAt'>[] {
  const said = ({ check, where, note, until }: IgnoreRule): string => JSON.stringify([check, where, note, until]);
  const have = new Set(known.map(said));
  return others
    .filter(rule => !have.has(said(rule)))
    .map(({ check, where, note, until, addedBy }) => ({ check, where, note, until, addedBy }));
}
