import { parentPort, workerData } from 'node:worker_threads';
import { type CompiledRule, compileRule } from '#core/rules/compile-rule.ts';
import { RulePage } from '#core/rules/page.ts';
import { failed } from '#core/rules/values.ts';
import type { RuleOutcome } from '#shared/model/rules.ts';
import { openDatabase } from '#storage/file/database.ts';
import { bodyReader } from '#storage/tables/bodies.ts';
import { type RuleAnswer, type RuleQuestion, type RuleTask, type RuleWork, watched } from './messages.ts';

/** The rule thread: runs searches and extractions on one body after the other. `rule-thread.ts` starts it, and ends it when it is too slow. */

/** Longer bodies are left alone: as text they take several times their bytes. */
const longestBody = 64 * 1024 * 1024;

if (!parentPort) throw new Error('The engine starts the rule thread.');
const port = parentPort;
const { path, rules, clock } = workerData as RuleWork;
const now = new Int32Array(clock);
const compiled = new Map<number, { readonly place: number; readonly needsTree: boolean; readonly run: CompiledRule['run'] }>();
for (const [place, { id, rule }] of rules.entries()) {
  const made = compileRule(rule);
  const needsTree = rule.kind === 'extraction' && (rule.by === 'css' || rule.by === 'xpath');
  // A rule from another version of the program may be one that this version cannot run.
  if ('compiled' in made) compiled.set(id, { place, needsTree, run: made.compiled.run });
  else compiled.set(id, { place, needsTree: false, run: () => failed(Object.values(made.problems)[0] ?? 'It cannot be run.') });
}
let readBody: ReturnType<typeof bodyReader> | null = null;

function bodyOf(body: RuleTask['body']): Uint8Array | null {
  if (body instanceof Uint8Array) return body;
  readBody ??= bodyReader(openDatabase(path, { readOnly: true }));
  return readBody(body.hash);
}

function run({ url, kind, charset, body, rules: wanted }: RuleTask): RuleAnswer['outcomes'] {
  const bytes = bodyOf(body);
  const all = (outcome: RuleOutcome) => wanted.map(rule => ({ rule, outcome }));
  if (bytes === null) return [];
  if (bytes.length > longestBody) return all(failed('The body is longer than 64 MiB.'));
  const page = new RulePage({ url, kind, body: bytes, charset });
  if (wanted.some(id => compiled.get(id)?.needsTree)) void page.tree;
  return wanted.flatMap(id => {
    const made = compiled.get(id);
    if (!made) return [];
    Atomics.store(now, watched.rule, made.place);
    return [{ rule: id, outcome: made.run(page) }];
  });
}

port.on('message', ({ id, task }: RuleQuestion) => {
  Atomics.store(now, watched.rule, -1);
  Atomics.store(now, watched.page, id);
  const answer: RuleAnswer = { id, outcomes: run(task) };
  Atomics.store(now, watched.page, 0);
  port.postMessage(answer);
});
