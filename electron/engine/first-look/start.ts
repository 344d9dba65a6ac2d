import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endedWords, type FirstLook, lookLimitMs, tooLongWords } from '#shared/model/first-look.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { threadFile } from '../threads/thread-file.ts';
import { isKnown } from './places.ts';

/** Memory of the process: what a file of this program needs is far below. */
const options = ['--max-old-space-size=512'];

/**
 * Looks at a file in a process of its own, unless this installation knows it, and throws what that finds. The packaged app has no plain Node to
 * start; there the command line does without. `limitMs`: for tests.
 */
export function lookFirst(path: string, limitMs = lookLimitMs(statSync(path).size)): void {
  if (process.versions['electron'] !== undefined || isKnown(path)) return;
  // Most commands need no process.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const entry = threadFile('../first-look/entry.ts', 'first-look.cjs');
  const child = spawnSync(process.execPath, [...options, fileURLToPath(entry), path], {
    timeout: limitMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    windowsHide: true,
  });
  const name = basename(path);
  if (child.error && 'code' in child.error && child.error.code === 'ETIMEDOUT') throw new RpcError('refused', tooLongWords(name));
  const found = foundIn(child.stdout);
  if (found === null) throw new RpcError('refused', endedWords(name));
  if (found.problem !== '') throw new RpcError(found.code, found.problem);
}

function foundIn(text: string | null): FirstLook | null {
  try {
    return JSON.parse(text ?? '') as FirstLook;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
