import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stepBack } from '#browser/step-back.ts';

const isGrouped = existsSync('/proc/self/autogroup') && readFileSync('/proc/self/autogroup', 'utf8') !== '';

test.runIf(isGrouped)('a program in a session of its own gets less of the processor than this one', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { detached: true, stdio: 'ignore' });
  try {
    const group = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
    const own = group('self');
    expect(group(child.pid ?? 0)).toMatch(/ nice 0$/);
    stepBack(child.pid ?? 0);
    await expect.poll(() => group(child.pid ?? 0)).toMatch(/ nice 10$/);
    expect(group('self')).toBe(own);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a program that has ended is left alone', () => {
  expect(() => stepBack(2 ** 30)).not.toThrow();
});
