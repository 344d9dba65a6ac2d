// Sends hostile messages to every call of the window: the gateway must not throw, and passes only what the schema accepts.
//
//   node_modules/.bin/node scripts/proofs/messages.mjs [--messages N] [--seed S]
//
// `--messages`: for each call. Exit 1 if anything is wrong.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { judgeCall, replyId } from '../../electron/main/calls.ts';
import { procedures } from '../../shared/contract.ts';
import { printFigures, wholeNumber } from './figures.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { messages: text, seed: text } });
const messages = wholeNumber('messages', values.messages ?? 10_000);
const seed = wholeNumber('seed', values.seed ?? 1);

const fields = name => Object.keys(procedures[name].input.shape ?? {});
let sent = 0;
let passed = 0;
const wrong = [];
for (const name of Object.keys(procedures)) {
  // Fields that the call knows, so that some messages come close to a right one.
  const keys = fc.constantFrom(...fields(name), 'url', 'view', '__proto__', 'constructor');
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.double(), fc.constant(null), fc.array(fc.string()));
  const input = fc.oneof(
    fc.anything({ withNullPrototype: true, withMap: true, withDate: true, withBigInt: true, key: fc.oneof(keys, fc.string()) }),
    fc.dictionary(keys, values),
  );
  const check = fc.check(
    fc.property(input, fc.oneof(fc.nat(), fc.anything()), (given, id) => {
      sent += 1;
      const raw = { kind: 'call', id, name, input: given };
      const judged = judgeCall(raw);
      if (judged.kind === 'noise') return replyId(raw) === null;
      if (judged.kind !== 'call') return true;
      passed += 1;
      return judged.name === name && procedures[name].input.safeParse(judged.input).success;
    }),
    { numRuns: messages, seed },
  );
  if (check.failed) wrong.push(`${name}: ${JSON.stringify(check.counterexample)} ${check.errorInstance ?? ''}`);
}
if ({}.polluted !== undefined) wrong.push('a message changed the prototype of all objects');
for (const line of wrong) console.log(line);
console.log(
  `${sent.toLocaleString('en')} messages to ${Object.keys(procedures).length} calls, ${passed.toLocaleString('en')} passed on, ${wrong.length} wrong`,
);
printFigures(sent, wrong.length, { calls: Object.keys(procedures).length });
