import { byteChecks } from './checks/bytes.ts';
import { keywordChecks } from './checks/keywords.ts';
import { lineEndChecks } from './checks/line-ends.ts';
import { lineChecks } from './checks/lines.ts';
import type { Check } from './diagnostic.ts';

/** Every check, in the order in which findings of one place are listed. */
export const catalogue: readonly Check[] = [...byteChecks, ...lineEndChecks, ...keywordChecks, ...lineChecks];
