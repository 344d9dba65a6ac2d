import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { afterwards } from '../../support/afterwards.ts';
import { tempFolder } from '../../support/temp.ts';
import { zombie } from '../../support/zombie.ts';

const { leftIn, removeDeadRuns } = (await import(resolve('scripts/run/run-folder.mjs'))) as {
  leftIn(folder: string, known?: ReadonlySet<string>): string[];
  removeDeadRuns(parent: string): void;
};

test('folders of runs that were killed are removed; those of running ones and of others stay', () => {
  const parent = tempFolder();
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const running = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
  afterwards(() => void running.kill());
  const [dead, alive, other] = [`crawlscope-run-${ended}-abc`, `crawlscope-run-${running.pid}-abc`, 'crawlscope-run-away'];
  for (const name of [dead, alive, other]) mkdirSync(join(parent, name, 'inside'), { recursive: true });
  removeDeadRuns(parent);
  expect(readdirSync(parent).sort()).toEqual([alive, other].sort());
});

test.skipIf(process.platform !== 'linux')(
  'the folder of a run that has ended is removed before its parent collects it',
  async () => {
    const parent = tempFolder();
    mkdirSync(join(parent, `crawlscope-run-${await zombie()}-abc`));
    removeDeadRuns(parent);
    expect(readdirSync(parent)).toEqual([]);
  },
);

test('the folder of a run is the temporary folder of the processes it starts, and goes with the run', () => {
  const parent = tempFolder();
  const script = `
    import { runFolder } from ${JSON.stringify(resolve('scripts/run/run-folder.mjs'))};
    import { spawnSync } from 'node:child_process';
    import { tmpdir } from 'node:os';
    const folder = runFolder();
    const child = spawnSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).stdout.trim();
    console.log(JSON.stringify([folder, tmpdir(), child, runFolder()]));`;
  const { CRAWLSCOPE_RUN_FOLDER: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { ...env, TMPDIR: parent, TEMP: parent, TMP: parent },
  });
  const [folder, ...same] = JSON.parse(stdout) as string[];
  expect(same).toEqual([folder, folder, folder]);
  expect(existsSync(folder ?? '')).toBe(false);
});

test('what was left is named, with what is in it; what was known is not', () => {
  const folder = tempFolder();
  expect(leftIn(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'sub/a'), { recursive: true });
  expect(leftIn(folder).sort()).toEqual(['file', 'sub (a)']);
  expect(leftIn(folder, new Set(['sub']))).toEqual(['file']);
});
