// Which tracked files differ from the last commit, so that two moments can be compared.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content hashes of the changed tracked files by path, 'gone' for a deleted one; null where `folder` is no git checkout. */
export function changedFiles(folder) {
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', '-z', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return null;
  const paths = stdout.split('\0').filter(path => path !== '');
  return new Map(paths.map(path => [path, hashOf(join(folder, path))]));
}

function hashOf(path) {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch (error) {
    if (error.code === 'ENOENT') return 'gone';
    throw error;
  }
}

/** Paths whose content is not the same in both. */
export function differences(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter(path => before.get(path) !== after.get(path)).sort();
}
