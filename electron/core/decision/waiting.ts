import type { EndingLimit } from '#shared/explain/reasons.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';

/** Decisions that follow from what the user or the program did, not from a response: no rule list is used. */

const plain = (draft: Pick<DecisionDraft, 'stage' | 'reason' | 'rule'>, evidence: readonly Evidence[]): DecisionDraft => ({
  ...draft,
  verdict: 'defer',
  evidence,
  trace: [{ rule: draft.rule, answer: 'defer' }],
});

/** A limit of the whole crawl, and what it had when the limit ended it: pages, milliseconds or bytes. */
export interface ReachedLimit {
  readonly reason: EndingLimit;
  readonly name: 'maxPages' | 'maxDurationMs' | 'maxTotalBytes';
  readonly limit: number;
  readonly actual: number;
}

/** A limit ended the crawl before this URL had its turn. */
export const crawlLimit = ({ reason, name, limit, actual }: ReachedLimit): DecisionDraft =>
  plain({ stage: 'admission', reason, rule: reason }, [{ kind: 'limit', name, limit, actual }]);

/** The page limit of a host or a path, its words, and the pages that it has. */
export interface PartLimit {
  readonly reason: 'host-page-limit' | 'prefix-limit';
  readonly name: 'hostLimits' | 'prefixLimits';
  readonly words: string;
  readonly limit: number;
  readonly actual: number;
}

/** The host or the path of a queued URL has its pages. */
export const beyondPartLimit = ({ reason, name, words, limit, actual }: PartLimit): DecisionDraft => ({
  stage: 'admission',
  verdict: 'reject',
  reason,
  rule: reason,
  evidence: [
    { kind: 'limit', name, limit, actual },
    { kind: 'setting', name, value: words },
  ],
  trace: [{ rule: reason, answer: 'reject' }],
});

/** A page limit kept it out, and has room now. */
export const limitHasRoom = (name: PartLimit['name'], value: string, version: number): DecisionDraft => ({
  stage: 'admission',
  verdict: 'accept',
  reason: 'limit-has-room',
  rule: 'limit-has-room',
  evidence: [{ kind: 'setting', name, value, version }],
  trace: [{ rule: 'limit-has-room', answer: 'accept' }],
});

/** robots.txt stopped it under earlier settings, and may not under these. */
export const settingsChanged = (value: string, version: number): DecisionDraft =>
  plain({ stage: 'access', reason: 'robots-asked-again', rule: 'settings-changed' }, [
    { kind: 'setting', name: 'siteRules', value, version },
  ]);

/** An earlier request ended at a limit that is higher now. `value`: the setting in words. */
export const limitRaised = (name: 'maxAttempts' | 'maxBodyBytes', value: string, version: number): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'limit-raised', rule: 'settings-changed' }, [{ kind: 'setting', name, value, version }]);

/** The user requested this URL by name. */
export const askedByHand = (): DecisionDraft => plain({ stage: 'access', reason: 'asked-by-hand', rule: 'asked-by-hand' }, []);

/** Its host did not respond for longer than a crawl waits. `fetch`: the last failed attempt. */
export const hostUnreachable = (fetch: number): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'host-unreachable', rule: 'outage' }, [{ kind: 'fetch', fetch }]);

/** Our own network was down during an attempt. */
export const networkOutage = (fetch: number): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'network-outage', rule: 'own-network' }, [{ kind: 'fetch', fetch }]);
/** Too many of its host's responses failed, also after pauses. `guard`: the setting. `fetch`: the last failed attempt. */
export const hostFailing = (guard: string, fetch: number): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'host-failing', rule: 'failure-guard' }, [
    { kind: 'setting', name: 'failureGuard', value: guard },
    { kind: 'fetch', fetch },
  ]);

/** The program ended during an attempt. */
export const recovered = (fetch: number): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'interrupted', rule: 'recovery' }, [{ kind: 'fetch', fetch }]);

/** The engine died twice during attempts at this URL alone. `fetch`: the last one. */
export const engineCrash = (fetch: number): DecisionDraft => ({
  ...{ stage: 'fetch', verdict: 'reject', reason: 'engine-crash', evidence: [{ kind: 'fetch', fetch }] },
  ...{ rule: 'two-crashes', trace: [{ rule: 'two-crashes', answer: 'reject' }] },
});

/** The user wants another attempt at a URL that was set aside. `evidence`: of the decision that set it aside. */
export const triedAgain = (evidence: readonly Evidence[]): DecisionDraft =>
  plain({ stage: 'fetch', reason: 'interrupted', rule: 'asked-by-hand' }, evidence);

/** A trap guard stopped it under earlier settings, and these let it through. */
export const trapReleased = (name: 'releasedTraps' | 'trapGuards', value: string, version: number): DecisionDraft => ({
  stage: 'admission',
  verdict: 'accept',
  reason: 'trap-released',
  rule: 'settings-changed',
  evidence: [{ kind: 'setting', name, value, version }],
  trace: [{ rule: 'settings-changed', answer: 'accept' }],
});
