import type { Check } from './check.ts';
import { robotsChecks } from './checks/robots.ts';
import { titleChecks } from './checks/titles.ts';

/** Every check there is, in the order of the catalogue. Each stands in its group's file with all that belongs to it. */
export const allChecks: readonly Check[] = [...titleChecks, ...robotsChecks];

const byId = new Map(allChecks.map(check => [check.id, check]));

export const checkById = (id: string): Check | undefined => byId.get(id);
