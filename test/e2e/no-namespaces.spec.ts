import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { appEnvironment, electronOfThisMachine } from './fixture.ts';
import { specFolder } from './spec-folder.ts';

/** A user namespace in which at most `most` further ones can be made; the app itself is an ordinary user in one of them. */
const inNamespace = (most: number): readonly string[] => [
  ...[
    '-r',
    'sh',
    '-c',
    `echo ${most} > /proc/sys/user/max_user_namespaces; exec unshare -U --map-user=1000 --map-group=1000 "$@"`,
  ],
  'sh',
];
const canNest = (): boolean =>
  process.platform === 'linux' &&
  spawnSync('unshare', [...inNamespace(1_000), 'unshare', '-U', 'true'], { stdio: 'ignore' }).status === 0;
/** A helper that belongs to root and has the bit for it makes the sandbox without namespaces. */
const hasHelper = (electron: string): boolean => {
  const helper = statSync(join(dirname(electron), 'chrome-sandbox'), { throwIfNoEntry: false });
  return helper !== undefined && (helper.mode & 0o4000) !== 0;
};

async function start(folder: string, most: number): Promise<{ child: ChildProcess; profile: string; said: () => string }> {
  const { path } = await electronOfThisMachine();
  const profile = join(folder, `profile-${most}`);
  for (const name of [profile, join(folder, 't')]) mkdirSync(name, { recursive: true });
  const args = [...inNamespace(most), path, `--user-data-dir=${profile}`, '--disable-gpu', resolve('.')];
  // Of a group of its own, so that all of it can be ended.
  const child = spawn('unshare', args, {
    env: appEnvironment(folder, { engine: 'fake' }),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  return { child, profile, said: () => text };
}

test('E61: where the system has no user namespaces, the app does not start without its sandbox', async () => {
  test.skip(!canNest(), 'this system allows no user namespaces at all');
  const { path } = await electronOfThisMachine();
  test.skip(hasHelper(path), 'the helper of this Electron is installed');
  const folder = specFolder();
  const ended = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
  try {
    const refused = await start(folder, 1);
    await expect.poll(() => ended(refused.child)).toBe(true);
    expect(refused.child.exitCode).not.toBe(0);
    expect(refused.said()).toContain('Rather than run without sandboxing');
    expect(readdirSync(refused.profile)).toEqual([]);

    // The control: with namespaces, the same start has a sandbox and goes on.
    const started = await start(folder, 1_000);
    try {
      await expect.poll(() => readdirSync(started.profile).includes('SingletonLock') || ended(started.child)).toBe(true);
      expect([started.child.exitCode, started.said().includes('without sandboxing')]).toEqual([null, false]);
    } finally {
      if (started.child.pid !== undefined && !ended(started.child)) process.kill(-started.child.pid, 'SIGKILL');
      await expect.poll(() => ended(started.child)).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
