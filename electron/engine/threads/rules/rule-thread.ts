import type { Worker } from 'node:worker_threads';
import { tooSlow } from '#core/rules/values.ts';
import type { BodyRule } from '#shared/model/rules.ts';
import { startThread } from '../start-thread.ts';
import { HeldTime } from './held-time.ts';
import { type RuleAnswer, type RuleQuestion, type RuleTask, type RuleWork, watched } from './messages.ts';

/** The time limit of one rule on one page, and of reading a page, in milliseconds. */
export const ruleLimits = { ruleMs: 2_000, readMs: 10_000 } as const;
/** Between two looks at what the thread is at. */
const lookMs = 100;

type Outcomes = RuleAnswer['outcomes'];

interface Waiting {
  readonly task: RuleTask;
  /** Rules that took too long on this page. */
  readonly slow: Set<number>;
  resolve(outcomes: Outcomes): void;
  reject(error: unknown): void;
}

export interface RuleThreadParts {
  readonly path: string;
  readonly rules: readonly { readonly id: number; readonly rule: BodyRule }[];
  readonly limits?: { readonly ruleMs: number; readonly readMs: number };
}

/**
 * The thread that runs rules. If a rule takes longer than its limit on a page, it gets no result for this page, and
 * the thread is ended. A new thread continues with the queued pages.
 */
export class RuleThread {
  readonly #parts: RuleThreadParts;
  readonly #limits: { readonly ruleMs: number; readonly readMs: number };
  readonly #clock = new Int32Array(new SharedArrayBuffer(8));
  /** In the order in which the thread takes them. */
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  #timer: NodeJS.Timeout | null = null;
  #held = new HeldTime(2 * lookMs);
  #crashes = 0;

  constructor(parts: RuleThreadParts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? ruleLimits;
  }

  /** Runs the rules of a task. Rules without an outcome cannot run at all. Rejects when the thread was closed, or cannot go on. */
  run(task: RuleTask): Promise<Outcomes> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { task, slow: new Set(), resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#timer ??= setInterval(() => this.#look(), lookMs);
      this.#send(id);
    });
  }

  /** Ends the thread. Pages that wait are rejected. */
  close(): void {
    this.#end(new Error('The rules were stopped.'));
  }

  #start(): Worker {
    this.#clock.fill(0);
    this.#held = new HeldTime(2 * lookMs);
    const work: RuleWork = {
      path: this.#parts.path,
      rules: this.#parts.rules,
      clock: this.#clock.buffer as SharedArrayBuffer,
    };
    const worker = startThread('rules/entry.ts', 'rules.cjs', { name: 'rules', workerData: work });
    const mine = (act: () => void) => () => {
      if (this.#worker === worker) act();
    };
    worker.on('message', (answer: RuleAnswer) => mine(() => this.#take(answer))());
    worker.on('error', error => mine(() => this.#crashed(error))());
    worker.on(
      'exit',
      mine(() => this.#crashed(new Error('The thread of the rules ended early.'))),
    );
    return worker;
  }

  #send(id: number): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const { task, slow } = waiting;
    const question: RuleQuestion = { id, task: { ...task, rules: task.rules.filter(rule => !slow.has(rule)) } };
    this.#worker?.postMessage(question);
  }

  #take({ id, outcomes }: RuleAnswer): void {
    this.#crashes = 0;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.resolve([...outcomes, ...[...waiting.slow].map(rule => ({ rule, outcome: tooSlow }))]);
    if (this.#waiting.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#worker?.unref();
  }

  /** Ends the thread when it is at the same rule of the same page for too long. */
  #look(): void {
    const page = Atomics.load(this.#clock, watched.page);
    const rule = Atomics.load(this.#clock, watched.rule);
    const heldMs = this.#held.look(`${page} ${rule}`, performance.now());
    const limit = rule < 0 ? this.#limits.readMs : this.#limits.ruleMs;
    if (page === 0 || heldMs <= limit) return;
    const waiting = this.#waiting.get(page);
    const slow = rule < 0 ? (waiting?.task.rules ?? []) : [this.#parts.rules[rule]?.id ?? 0];
    for (const id of slow) waiting?.slow.add(id);
    this.#restart();
  }

  /** A page that breaks the thread, out of memory for instance, costs its rules; a thread that breaks again and again ends the run. */
  #crashed(error: Error): void {
    this.#crashes += 1;
    const [first] = this.#waiting;
    if (this.#crashes > 3 || !first) {
      this.#end(error);
      return;
    }
    const [, { task, slow }] = first;
    for (const rule of task.rules) slow.add(rule);
    this.#restart();
  }

  #restart(): void {
    const old = this.#worker;
    this.#worker = this.#start();
    void old?.terminate();
    for (const id of this.#waiting.keys()) this.#send(id);
  }

  #end(error: Error): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
