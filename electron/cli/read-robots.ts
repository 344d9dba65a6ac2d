import { readFileSync } from 'node:fs';
import { RpcError } from '#shared/rpc/errors.ts';

/** The bytes of a robots.txt named on the command line: a file, a URL, or `-` for standard input. */
export async function readRobots(source: string): Promise<Uint8Array> {
  if (source === '-') return readFileSync(0);
  if (!/^https?:\/\//i.test(source)) return readFileSync(source);
  const { fetchRobotsText } = await import('#engine/robots-fetch.ts');
  const fetched = await fetchRobotsText(source);
  if ('problem' in fetched) throw new RpcError('unavailable', `could not read ${source}: ${fetched.problem}`);
  return fetched.bytes;
}
