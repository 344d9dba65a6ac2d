// The built command line as a child process whose output is captured.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { node24, ROOT, Stop } from './checkout.cjs';

const CLI = join(ROOT, 'out/engine/cli.cjs');

/** What a command prints. Throws `Stop` with the command's own line when it fails. */
export function askCommand(args, cwd) {
  const result = spawnSync(node24(), [CLI, ...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return result.stdout;
  throw new Stop((result.stderr ?? '').trim().replace(/^crawlscope: /, '') || `${args[0]} ended with ${result.status}`);
}
