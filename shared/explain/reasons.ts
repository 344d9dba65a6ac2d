import { accessReasons } from './reasons/access.ts';
import { checkReasons } from './reasons/checks.ts';
import { failureReasons } from './reasons/failures.ts';
import { followReasons } from './reasons/follow.ts';
import { foundReasons } from './reasons/found.ts';
import { limitReasons } from './reasons/limits.ts';
import { listingReasons } from './reasons/listing.ts';
import { notFollowedReasons } from './reasons/not-followed.ts';
import { outOfScopeReasons } from './reasons/out-of-scope.ts';
import type { Reason, ReasonFamily, ReasonSetting } from './reasons/reason.ts';
import { responseReasons } from './reasons/responses.ts';
import { trapReasons } from './reasons/traps.ts';

/**
 * The closed list of reasons a decision can have, each one entry in a file of `reasons/`. No other file lists reasons by their
 * codes: what follows from a reason is a field of its entry. A test fails when a code has no fixture or is never produced.
 */
export const reasons = {
  ...foundReasons,
  ...outOfScopeReasons,
  ...limitReasons,
  ...trapReasons,
  ...notFollowedReasons,
  ...accessReasons,
  ...responseReasons,
  ...failureReasons,
  ...listingReasons,
  ...followReasons,
  ...checkReasons,
} satisfies Record<string, Reason>;

export type ReasonCode = keyof typeof reasons;
export const reasonCodes = Object.keys(reasons) as ReasonCode[];
export const isReasonCode = (code: string): code is ReasonCode => Object.hasOwn(reasons, code);

/** The entry of a stored code; undefined for a code that a newer version wrote. */
export const reasonOf = (code: string): Reason | undefined => byCode.get(code);

/** The audit looks reasons up many times a page: a map takes half the time. */
const byCode: ReadonlyMap<string, Reason> = new Map(Object.entries(reasons));

/** Whether a reason stops all requests to its host until the user resumes. */
export const pausesHost = (code: string): boolean => reasonOf(code)?.pausesHost === true;

/** The codes that depend on a setting, in the order of the list. */
export const codesOfSetting = (name: ReasonSetting['name']): readonly ReasonCode[] =>
  reasonCodes.filter(code => reasons[code].setting?.name === name || reasons[code].setting?.also?.includes(name));

/** Codes of the limits that end a whole crawl and leave its URLs in the queue. */
export const endingLimits = ['page-limit', 'time-limit', 'byte-limit'] as const satisfies readonly ReasonCode[];
export type EndingLimit = (typeof endingLimits)[number];
export const isEndingLimit = (code: string): code is EndingLimit => endingLimits.some(each => each === code);
/** Codes of the page limits of hosts and paths: URLs beyond them are decided again when the limit has room. */
export const pageLimitsOfParts = ['host-page-limit', 'prefix-limit'] as const satisfies readonly ReasonCode[];

/** The codes of some families, in the order of the list. */
export const codesOf = (...families: readonly ReasonFamily[]): readonly ReasonCode[] =>
  reasonCodes.filter(code => families.includes(reasons[code].family));
