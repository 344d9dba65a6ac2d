import type { CheckInfo } from '#shared/model/audit.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';

/** Thresholds in use, and warnings about those that are not in use, or were changed. */
export interface ReadLimits {
  /** Thresholds that differ from the defaults, in the order of the names. */
  readonly limits: ChangedLimits;
  readonly problems: readonly string[];
}

/** Keeps thresholds that exist and that differ from the defaults. A value out of range is moved to the nearest allowed one. */
export function readLimits(wanted: ChangedLimits, checks: ReadonlyMap<string, CheckInfo>): ReadLimits {
  const kept: Record<string, Record<string, number>> = {};
  const problems: string[] = [];
  for (const id of Object.keys(wanted).sort()) {
    const check = checks.get(id);
    if (!check) {
      problems.push(`There is no check “${id}”: its thresholds are not used.`);
      continue;
    }
    const changed: Record<string, number> = {};
    for (const name of Object.keys(wanted[id] ?? {}).sort()) {
      const value = wanted[id]?.[name];
      const threshold = Object.hasOwn(check.thresholds, name) ? check.thresholds[name] : undefined;
      if (!threshold) problems.push(`The check ${id} has no threshold “${name}”.`);
      else if (value === undefined || !Number.isFinite(value))
        problems.push(`The threshold ${id}.${name} is not a number: ${threshold.value} is used.`);
      else {
        const bounded = Math.min(threshold.max, Math.max(threshold.min, value));
        if (bounded !== value)
          problems.push(
            `The threshold ${id}.${name} is ${value}, outside ${threshold.min} to ${threshold.max}: ${bounded} is used.`,
          );
        if (bounded !== threshold.value) changed[name] = bounded;
      }
    }
    if (Object.keys(changed).length > 0) kept[id] = changed;
  }
  return { limits: kept, problems };
}

/** Thresholds that exist, within their bounds, and that differ from the defaults; in the order of the names. */
export const inForce = (wanted: ChangedLimits, checks: ReadonlyMap<string, CheckInfo>): ChangedLimits =>
  readLimits(wanted, checks).limits;
