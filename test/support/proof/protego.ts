import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { protego as protegoDialect } from '#core/robots/dialects/protego.ts';
import { textOf } from './difference-steps.ts';
import type { Opponent } from './differential.ts';
import { protegoSteps } from './protego-steps.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/proofs/ask-protego.py');

export interface RunningOpponent extends Opponent {
  end(): void;
}

/**
 * Protego, the matcher of Scrapy, in a process of Python; or why it cannot be asked, in a line. `folder`: the package's sources, if another
 * version than the installed one is wanted, which is `version` then.
 */
export async function startProtego(python: string, folder?: string, version?: string): Promise<RunningOpponent | string> {
  const child = spawn(python, [SCRIPT, ...(folder === undefined ? [] : [folder])], { stdio: ['pipe', 'pipe', 'pipe'] });
  const failed = new Promise<string>(done => void child.once('error', error => done(String(error))));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint = (complaint + part).slice(-1_000);
  });
  const closed = new Promise<string>(done => void child.once('close', () => done(complaint.trim().split('\n').at(-1) ?? '')));
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), failed]);
  if (typeof first === 'string') return first;
  if (first.done === true) return closed;
  const installed: { version: string | null; checksAddresses: boolean } = JSON.parse(first.value);
  const known = version ?? installed.version;
  if (known === null) throw new Error('the version of Protego is not known; name it');
  return {
    id: 'Protego',
    version: known,
    dialect: protegoDialect,
    steps: protegoSteps(known, installed.checksAddresses),
    async answers(bytes, questions) {
      // Half of a surrogate pair is no character of a URL: it becomes U+FFFD here.
      const asked = { text: textOf(bytes), questions: questions.map(({ agent, url }) => [agent, Buffer.from(url).toString()]) };
      child.stdin.write(`${JSON.stringify(asked)}\n`);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('Protego ended');
      return (JSON.parse(value) as (boolean | null)[]).map(allowed => ({ allowed }));
    },
    end: () => child.stdin.end(),
  };
}
