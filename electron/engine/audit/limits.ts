import type { CheckInfo } from '#shared/model/audit.ts';
import type { ChangedLimits } from '#shared/model/issues.ts';

/** Thresholds that exist, within their bounds, and that differ from the defaults; in the order of the names. */
export function inForce(wanted: ChangedLimits, checks: ReadonlyMap<string, CheckInfo>): ChangedLimits {
  const kept: Record<string, Record<string, number>> = {};
  for (const id of Object.keys(wanted).sort()) {
    const thresholds = checks.get(id)?.thresholds ?? {};
    const changed: Record<string, number> = {};
    for (const name of Object.keys(wanted[id] ?? {}).sort()) {
      const value = wanted[id]?.[name];
      const threshold = Object.hasOwn(thresholds, name) ? thresholds[name] : undefined;
      if (!threshold || value === undefined || !Number.isFinite(value)) continue;
      const bounded = Math.min(threshold.max, Math.max(threshold.min, value));
      if (bounded !== threshold.value) changed[name] = bounded;
    }
    if (Object.keys(changed).length > 0) kept[id] = changed;
  }
  return kept;
}
