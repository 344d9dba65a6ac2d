import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processLives } from '#browser/process-lives.ts';
import { tempFolder } from '#test/support/temp.ts';
import { zombie } from '#test/support/zombie.ts';

test('this process lives, and the first one, which may be of another user; no process has the highest number', () => {
  expect([process.pid, 1, 2 ** 31 - 1].map(processLives)).toEqual([true, true, false]);
});

test.skipIf(process.platform !== 'linux')('a process that has ended but was not collected is dead', async () => {
  const pid = await zombie();
  expect(processLives(pid)).toBe(false);
  expect(() => process.kill(pid, 0)).not.toThrow();
});

test.skipIf(process.platform !== 'linux')('a program whose name looks like the state of a dead one lives', async () => {
  const program = join(tempFolder(), 'a) Z 1 (b');
  copyFileSync('/bin/sleep', program);
  const child = spawn(program, ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => child.pid !== undefined && processLives(child.pid)).toBe(true);
});
