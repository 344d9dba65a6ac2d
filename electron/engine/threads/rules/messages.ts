import type { BodyRule, RuleOutcome } from '#shared/model/rules.ts';

/** What the thread is started with. */
export interface RuleWork {
  /** The crawl file; null where all bodies are sent. */
  readonly path: string;
  readonly rules: readonly { readonly id: number; readonly rule: BodyRule }[];
  /** Places of `watched`. */
  readonly clock: SharedArrayBuffer;
}

/**
 * The thread's current work, in shared memory: the number of the page, and the index of the rule; -1 while it parses
 * the page.
 */
export const watched = { page: 0, rule: 1 } as const;

/** A page for the thread. */
export interface RuleTask {
  readonly url: string;
  readonly kind: 'html' | 'json';
  readonly charset: string;
  /** The body, or the hash under which the file has it. */
  readonly body: Uint8Array | { readonly hash: Uint8Array };
  /** Ids of the rules that look at it. */
  readonly rules: readonly number[];
}

export interface RuleQuestion {
  readonly id: number;
  readonly task: RuleTask;
}

export interface RuleAnswer {
  readonly id: number;
  readonly outcomes: readonly { readonly rule: number; readonly outcome: RuleOutcome }[];
}
