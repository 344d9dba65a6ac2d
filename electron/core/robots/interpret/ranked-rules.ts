import type { InterpretedRule } from '#shared/model/interpretation.ts';
import type { RobotsRule } from '#shared/model/robots.ts';
import { hasNonAscii, toOctets } from '../../url/percent.ts';
import type { Dialect } from '../dialect.ts';
import { type Entry, entriesOf, ranking } from '../match/entries.ts';

const strict = new TextDecoder('utf-8', { fatal: true });

/** A pattern as text: valid UTF-8 becomes characters; other bytes stay as they are. */
export function shownPattern(pattern: string): string {
  if (!hasNonAscii(pattern)) return pattern;
  const octets = new Uint8Array(pattern.length);
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    if (unit > 0xff) return pattern;
    octets[at] = unit;
  }
  try {
    return strict.decode(octets);
  } catch {
    return pattern;
  }
}

/** The patterns with which a rule can decide. An empty rule that is only reported has none. */
export function decidingEntries(rule: RobotsRule, order: number, dialect: Dialect): Entry[] {
  const empty = rule.allow ? dialect.emptyAllow.value : dialect.emptyDisallow.value;
  return rule.pattern === '' && empty === 'reported' ? [] : entriesOf(rule, order, dialect);
}

/** Additional patterns that a dialect derives from a rule. */
export const furtherPatterns = (rule: RobotsRule, entries: readonly Entry[]): string[] =>
  entries.filter(({ text }) => text !== rule.normalized).map(({ text }) => shownPattern(text));

/** Rules in order of precedence; rules that decide nothing come last. At most `most` rules. */
export function rankedRules(rules: readonly RobotsRule[], dialect: Dialect, most: number): InterpretedRule[] {
  const all = rules.map((rule, order) => ({ rule, entries: decidingEntries(rule, order, dialect) }));
  const order = all.flatMap(({ entries }) => entries).sort(ranking(dialect));
  const place = new Map<RobotsRule, number>();
  for (const [rank, { rule }] of order.entries()) if (!place.has(rule)) place.set(rule, rank);
  return all
    .sort((a, b) => (place.get(a.rule) ?? order.length) - (place.get(b.rule) ?? order.length))
    .slice(0, most)
    .map(({ rule, entries }) => ({
      line: rule.line,
      allow: rule.allow,
      written: rule.pattern,
      pattern: shownPattern(rule.normalized),
      also: furtherPatterns(rule, entries),
      length: (entries.find(({ text }) => text === rule.normalized) ?? entries[0])?.length ?? 0,
      idle: entries.length === 0,
    }));
}

/** The meaning of a rule, for comparing dialects. Rules with equal texts decide alike if the precedence is the same. */
export function meaningOf(rule: RobotsRule, dialect: Dialect): string {
  return decidingEntries(rule, 0, dialect)
    .map(({ pattern, allows }) => {
      const { pieces, anchored, gap, firstOnly } = pattern;
      // A trailing star adds nothing to a pattern without `$`.
      const open = !anchored && gap === undefined && pieces.length > 1 && pieces.at(-1) === '' ? pieces.slice(0, -1) : pieces;
      return JSON.stringify([allows, open.map(toOctets), anchored, gap ?? 0, firstOnly ?? false]);
    })
    .sort()
    .join(' ');
}
