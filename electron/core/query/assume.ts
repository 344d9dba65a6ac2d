import type { Condition, Term } from './term.ts';

/** A term that every URL matches, or none. */
const always = (matches: boolean): Term => ({ kind: 'any', alternatives: [], negated: matches });

/**
 * The same filter where the conditions that nobody knows count as the best or the worst for a match. URLs that match at worst are hits
 * whatever these conditions say; URLs that do not match at best never are.
 */
export const assume = (
  terms: readonly Term[],
  isUnknown: (condition: Condition) => boolean,
  outcome: 'best' | 'worst',
): readonly Term[] =>
  terms.map((term): Term => {
    if (term.kind !== 'any') return isUnknown(term) ? always(outcome === 'best') : term;
    const inside = term.negated ? (outcome === 'best' ? 'worst' : 'best') : outcome;
    return { ...term, alternatives: term.alternatives.map(each => assume(each, isUnknown, inside)) };
  });
