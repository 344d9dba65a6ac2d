import type { Hurts } from './diagnostic.ts';

export const everyone: Hurts = () => true;
export const nobody: Hurts = () => false;
export const only =
  (...ids: readonly string[]): Hurts =>
  dialect =>
    ids.includes(dialect.id);

/** Dialects in which `*` and `$` are no signs, or not everywhere. */
export const withoutWildcards: Hurts = ({ starPattern }) => starPattern.value === 'literal';
/** Dialects in which the first rule that matches decides. */
export const firstRuleWins: Hurts = ({ precedence }) => precedence.value === 'first';
