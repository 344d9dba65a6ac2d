import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../support/temp.ts';

const tracked = (await import(join(resolve(import.meta.dirname, '../../..'), 'scripts/run/tracked-files.mjs'))) as {
  changedFiles(folder: string): Map<string, string> | null;
  differences(before: Map<string, string>, after: Map<string, string>): string[];
};

it('a tracked file that is written, changed again or removed is named; others are not', () => {
  const folder = tempFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  expect(tracked.changedFiles(folder)).toBeNull();
  git('init', '-q');
  for (const name of ['kept', 'written', 'edited before', 'edited twice', 'removed']) write(name, 'first');
  git('add', '.');
  git('commit', '-qm', 'first');
  write('edited before', 'mine');
  write('edited twice', 'mine');
  const before = tracked.changedFiles(folder);
  write('written', 'second');
  write('edited twice', 'yours');
  write('untracked', 'new');
  rmSync(join(folder, 'removed'));
  const after = tracked.changedFiles(folder);
  if (before === null || after === null) throw new Error('a checkout was not recognized');
  expect([...before.keys()].sort()).toEqual(['edited before', 'edited twice']);
  expect(tracked.differences(before, after)).toEqual(['edited twice', 'removed', 'written']);
});
