import {
  type IgnoreRule,
  type JudgedIgnoreRule,
  longestNote,
  mostIgnoredUrls,
  type StoredIgnoreRule,
} from '#shared/model/audit-settings.ts';
import { maxPatternSize, readPattern, type UrlPattern } from '../url/url-pattern.ts';

/** Whether a text is a day of the calendar, as YYYY-MM-DD: '2026-02-29' is not. */
export function isDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

/** Why a rule cannot be used, as a sentence; '' if it can. */
export function ignoreRuleProblem({ check, where, note, until }: Omit<IgnoreRule, 'addedAt' | 'addedBy'>): string {
  if (check === '' && where.kind === 'all')
    return 'An ignore rule needs a check, or URLs. Without both it would ignore everything.';
  if (note.length > longestNote) return `The note has ${note.length} characters; ${longestNote} are allowed.`;
  if (until !== '' && !isDay(until)) return `“${until}” is not a date. Write it like 2027-01-31.`;
  switch (where.kind) {
    case 'all':
      return '';
    case 'urls':
      if (where.urls.length === 0) return 'Name at least one URL.';
      return where.urls.length > mostIgnoredUrls
        ? `The rule names ${where.urls.length} URLs; ${mostIgnoredUrls} are allowed. Use a prefix or a pattern.`
        : '';
    case 'prefix':
      return where.prefix === '' ? 'The beginning of the URLs is missing.' : '';
    case 'pattern': {
      if (where.pattern === '') return 'The pattern is missing.';
      const reading = readPattern(where.pattern);
      return reading.kind === 'pattern' ? '' : `“${where.pattern}” cannot be used as a pattern: ${reading.problem}.`;
    }
  }
}

/** An applicable rule, compiled for matching. */
export interface AppliedRule {
  readonly rule: StoredIgnoreRule;
  /** Null: the rule covers every URL. */
  readonly test: ((url: string) => boolean) | null;
  /** Its URLs where it names them one by one. */
  readonly urls: ReadonlySet<string> | null;
}

/** The rules of a crawl, judged for one day. */
export interface JudgedRules {
  readonly rules: readonly JudgedIgnoreRule[];
  readonly applied: readonly AppliedRule[];
}

/** When rules are judged, and which checks there are. */
export interface Judging {
  /** YYYY-MM-DD in local time. */
  readonly today: string;
  readonly isCheck: (id: string) => boolean;
}

/** Says of each rule whether it applies today, and prepares those that do. Patterns beyond the limit of a crawl are unusable. */
export function judgeRules(rules: readonly StoredIgnoreRule[], { today, isCheck }: Judging): JudgedRules {
  const judged: JudgedIgnoreRule[] = [];
  const applied: AppliedRule[] = [];
  let size = 0;
  for (const rule of rules) {
    const problem = ignoreRuleProblem(rule);
    if (problem !== '') judged.push({ ...rule, state: 'unusable', problem });
    else if (rule.check !== '' && !isCheck(rule.check))
      judged.push({ ...rule, state: 'unknown-check', problem: `There is no check “${rule.check}”.` });
    else if (rule.until !== '' && rule.until < today) judged.push({ ...rule, state: 'expired', problem: '' });
    else {
      const pattern = patternOf(rule);
      size += pattern?.size ?? 0;
      const isTooMuch = pattern !== null && size > maxPatternSize;
      judged.push({
        ...rule,
        state: isTooMuch ? 'unusable' : 'active',
        problem: isTooMuch
          ? `The patterns of all ignore rules together are too large: ${size} RE2 instructions, ${maxPatternSize} are allowed.`
          : '',
      });
      if (!isTooMuch) applied.push(appliedRule(rule, pattern?.pattern ?? null));
    }
  }
  return { rules: judged, applied };
}

function patternOf({ where }: StoredIgnoreRule): { readonly pattern: UrlPattern; readonly size: number } | null {
  if (where.kind !== 'pattern') return null;
  const reading = readPattern(where.pattern);
  return reading.kind === 'pattern' ? reading : null;
}

function appliedRule(rule: StoredIgnoreRule, pattern: UrlPattern | null): AppliedRule {
  const { where } = rule;
  switch (where.kind) {
    case 'all':
      return { rule, test: null, urls: null };
    case 'urls': {
      const urls = new Set(where.urls);
      return { rule, test: url => urls.has(url), urls };
    }
    case 'prefix':
      return { rule, test: url => url.startsWith(where.prefix), urls: null };
    case 'pattern':
      return { rule, test: url => pattern?.test(url) ?? false, urls: null };
  }
}
