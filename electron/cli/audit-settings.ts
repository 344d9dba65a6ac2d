import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { judgeRules } from '#core/audit/ignore.ts';
import { didYouMean } from '#core/query/near.ts';
import { readIgnoreRules } from '#engine/audit/ignore-rules-file.ts';
import { append } from '#shared/lists.ts';
import type { CheckInfo } from '#shared/model/audit.ts';
import type { IgnoreRule, StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';
import { requireFile } from './with-session.ts';

/** Thresholds and ignore rules as the command line names them. */

/** `--threshold title.long.most=70`: thresholds by check and name. Refuses unknown checks and names, and values out of range. */
export function thresholdOptions(args: Arguments, checks: ReadonlyMap<string, CheckInfo>): ChangedLimits {
  const limits: Record<string, Record<string, number>> = {};
  for (const text of args.all('threshold')) {
    const [, path = '', number = ''] =
      /^([^=]+)=(-?\d+(?:\.\d+)?)$/.exec(text) ?? usage(`--threshold takes ID.NAME=NUMBER, not “${text}”.`);
    const id = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const name = path.slice(path.lastIndexOf('.') + 1);
    const check = checks.get(id) ?? checks.get(path);
    if (!check) return usage(`there is no check “${id || path}”.${didYouMean(id || path, [...checks.keys()])}`);
    const names = Object.keys(check.thresholds);
    if (names.length === 0) return usage(`the check ${check.id} has no thresholds.`);
    const threshold = Object.hasOwn(check.thresholds, name) ? check.thresholds[name] : undefined;
    if (!threshold || check.id === path)
      return usage(`the check ${check.id} has no threshold “${check.id === path ? '' : name}”. It has: ${names.join(', ')}.`);
    const value = Number(number);
    if (value < threshold.min || value > threshold.max)
      return usage(`--threshold ${path} must be from ${threshold.min} to ${threshold.max}, not ${number}.`);
    limits[id] = { ...limits[id], [name]: value };
  }
  return limits;
}

/** Limits of both; those of `over` win. */
export function mergedLimits(base: ChangedLimits, over: ChangedLimits): ChangedLimits {
  const merged: Record<string, Record<string, number>> = {};
  for (const limits of [base, over])
    for (const [check, named] of Object.entries(limits)) merged[check] = { ...merged[check], ...named };
  return merged;
}

/** 'title.long.most=70, desc.short.least=50'. */
export const limitWords = (limits: ChangedLimits): string =>
  Object.entries(limits)
    .flatMap(([check, named]) => Object.entries(named).map(([name, value]) => `${check}.${name}=${value}`))
    .join(', ');

/** Ignore rules from a JSON document or from another crawl file. */
export async function rulesFrom(path: string): Promise<readonly IgnoreRule[]> {
  requireFile(path);
  const { isDatabaseFile } = await import('#engine/session/file-kind.ts');
  if (isDatabaseFile(path)) {
    const { storedAuditSettings } = await import('#engine/audit/audit-file.ts');
    return storedAuditSettings(path).rules.map(({ id: _, ...rule }) => rule);
  }
  const read = readIgnoreRules(readFileSync(path, 'utf8'), Date.now());
  if ('problem' in read) return usage(`${path} cannot be used: ${read.problem}.`);
  return read.rules;
}

/** The rules of the options `--ignore FILE`, after those of the file itself. `--no-ignore`: none at all. */
export async function rulesInForce(args: Arguments, stored: StoredAuditSettings): Promise<StoredAuditSettings['rules']> {
  if (args.has('no-ignore')) {
    if (args.has('ignore')) return usage('--ignore and --no-ignore exclude each other.');
    return [];
  }
  const rules = [...stored.rules];
  for (const path of args.all('ignore')) {
    const added = (await rulesFrom(path)).map((rule, at) => ({ ...rule, id: rules.length + at + 1 }));
    const bad = judgeRules(added, { today: '', isCheck: () => true }).rules.find(({ state }) => state === 'unusable');
    if (bad) return usage(`${basename(path)} has an ignore rule that cannot be used. ${bad.problem}`);
    append(rules, added);
  }
  return rules;
}
