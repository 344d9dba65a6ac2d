import type { Aspect, Choice, DirectiveReading } from '#shared/model/directives.ts';
import type { Directive, EffectiveDirectives } from '#shared/model/page.ts';

/** The directive that forbids. Ours: if contradictory words leave the choice to the robot, the stricter one. */
const forbidding = ({ value, by, lost }: Aspect<Choice>, words: readonly string[]): Directive | null => {
  if (value === 'yes') return null;
  const all = [...by, ...lost.map(each => each.directive)];
  return all.find(directive => words.includes(directive.word)) ?? all[0] ?? null;
};

/** What a reading means for the decisions of the crawl itself. */
export function effectiveDirectives({ index, follow, unavailable, unavailableAfter }: DirectiveReading): EffectiveDirectives {
  const noindex = forbidding(index, ['noindex', 'none']);
  return {
    noindex: noindex?.word === 'unavailable_after' ? null : noindex,
    nofollow: forbidding(follow, ['nofollow', 'none']),
    unavailable: unavailable ? (unavailableAfter.by[0] ?? null) : null,
  };
}
