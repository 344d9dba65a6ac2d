import type { UserProfile } from '../model/profile.ts';

/** 'reported by …, as of 2026-11-21': where the facts of a profile come from. */
export const reportedWords = ({ source, asOf }: Pick<UserProfile, 'source' | 'asOf'>): string =>
  `reported by ${source}, as of ${asOf}`;
