import { existsSync, readFileSync, statSync } from 'node:fs';
import type { RobotsOutcome } from '#core/robots/access.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { usage } from './exit.ts';

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source);

/** The bytes of a robots.txt named on the command line: a file, a URL, or `-` for standard input. */
export async function readRobots(source: string): Promise<Uint8Array> {
  if (source === '-') return readFileSync(0);
  if (!isUrl(source)) {
    // The system's own error names no path here.
    if (existsSync(source) && statSync(source).isDirectory()) return usage(`${source} is a folder; name a file in it.`);
    return readFileSync(source);
  }
  const { fetchRobotsText } = await import('#engine/robots/fetch.ts');
  const fetched = await fetchRobotsText(source);
  if ('problem' in fetched) throw new RpcError('unavailable', `could not read ${source}: ${fetched.problem}`);
  return fetched.bytes;
}

/**
 * Like `readRobots`, but also returns how the request ended, because an HTTP error has a meaning too: the dialect
 * decides what a 404 or a 503 means. `maxRedirects` is how many redirects the crawler follows. Throws `unavailable`
 * when there was no response, because that says something about this machine only.
 */
export async function askForRobots(
  source: string,
  maxRedirects: number,
): Promise<{ readonly bytes: Uint8Array; readonly outcome: RobotsOutcome }> {
  if (!isUrl(source)) return { bytes: await readRobots(source), outcome: { kind: 'status', status: 200 } };
  const { fetchRobotsFacts } = await import('#engine/robots/fetch.ts');
  const fetched = await fetchRobotsFacts(source);
  if ('problem' in fetched) return usage(fetched.problem);
  const { status = null, problem = '', redirects = [] } = fetched.fetch ?? {};
  if (status === null) throw new RpcError('unavailable', `could not read ${source}: ${problem}`);
  const outcome: RobotsOutcome = redirects.length > maxRedirects ? { kind: 'too-many-redirects' } : { kind: 'status', status };
  return { bytes: fetched.bytes, outcome };
}
