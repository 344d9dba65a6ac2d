import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startMachine } from '#engine/wasm/machine.ts';

it('the bytes of the machine are those that its sources compile to', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/run/build-wasm.mjs', '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}, 60_000);

it('nobody can ask the machine before it has a page', () => {
  const machine = startMachine();
  machine.bytes.set(new TextEncoder().encode('é'), 0x13c000);
  machine.open(2);
  machine.gather(0, 0, 2);
  machine.numbers[(0x10000 >> 2) + 0xe9] = 7 << 16;
  expect(() => machine.read(0, 10)).toThrow('before a page was opened');
});
