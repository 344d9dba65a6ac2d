import type { CheckPriority, CheckType } from '#shared/model/audit.ts';

/** Words of checks, wherever the window shows them. */

export const priorityWords: Readonly<Record<CheckPriority, string>> = { H: 'High', M: 'Medium', L: 'Low' };
export const typeWords: Readonly<Record<CheckType, string>> = {
  issue: 'Issue',
  warning: 'Warning',
  opportunity: 'Opportunity',
};
/** Colour family of a priority. */
export const priorityTone: Readonly<Record<CheckPriority, string>> = { H: 'bad', M: 'warn', L: '' };
export const typePlurals: Readonly<Record<CheckType, string>> = {
  issue: 'Issues',
  warning: 'Warnings',
  opportunity: 'Opportunities',
};
