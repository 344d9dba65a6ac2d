import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { node, start } from '../../support/child.ts';
import { tempFolder } from '../../support/temp.ts';

const program = pathToFileURL(resolve('scripts/run/system-packages.mjs')).href;

interface Machine {
  readonly debian: boolean;
  readonly root: boolean;
  /** Libraries that `ldd` does not find. */
  readonly missing: readonly string[];
  /** Those that `apt-get install` brings. */
  readonly brings?: readonly string[];
  /** Its lists of packages are empty until `apt-get update`. */
  readonly isBare?: boolean;
  /** `apt-get update` fails. */
  readonly isOffline?: boolean;
  /** Packages that `apt-cache policy` knows. */
  readonly knows?: readonly string[];
}

/** Runs `ensureLibraries` where `ldd`, `apt-get` and `apt-cache` are ours. The real ones are not on its PATH. */
async function ensure(machine: Machine) {
  const folder = tempFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const file = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), lines.map(line => `${line}\n`).join(''));
  const tool = (name: string, ...lines: readonly string[]) =>
    writeFileSync(join(bin, name), ['#!/bin/sh', `cd '${folder}'`, ...lines, ''].join('\n'), { mode: 0o755 });
  file('missing', machine.missing);
  file(
    'later',
    machine.missing.filter(name => !machine.brings?.includes(name)),
  );
  file('known', machine.knows ?? []);
  file('log', []);
  file('lists', machine.isBare ? [] : ['full']);
  const copy = (from: string, to: string) => `: > ${to}; while read -r line; do echo "$line" >> ${to}; done < ${from}`;
  tool('ldd', 'echo " libc.so.6 => /lib/libc.so.6 (0x1)"', 'while read -r name; do echo " $name => not found"; done < missing');
  tool(
    'apt-get',
    'echo "$*" >> log',
    'case "$1" in',
    `update) ${machine.isOffline ? 'echo "E: no network" >&2; exit 100' : 'echo full > lists'} ;;`,
    `install) [ -s lists ] || exit 100; ${copy('later', 'missing')}; ${machine.brings ? 'exit 0' : 'exit 100'} ;;`,
    'esac',
  );
  tool(
    'apt-cache',
    'while read -r name; do [ "$name" = "$2" ] && { echo "  Candidate: 1.0"; exit 0; }; done < known',
    'echo "  Candidate: (none)"',
  );
  const options = { instead: 'Or use the terminal.', debian: machine.debian, root: machine.root };
  const script = `import { ensureLibraries } from '${program}';
    try { ensureLibraries('electron', ${JSON.stringify(options)}); console.log('ready'); } catch (error) { console.log(error.message); }`;
  const { out, err } = await start(node, ['--input-type=module', '--eval', script], { env: { PATH: bin } }).ended;
  const asked = readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .filter(line => line !== '');
  return { said: out.trim(), progress: err, asked };
}

const gtk = { debian: true, root: true, missing: ['libgtk-3.so.0', 'libnss3.so'], knows: ['libgtk-3-0', 'libnss3'] };
const install = (...names: readonly string[]) =>
  `install -q -y --no-install-recommends --no-remove -o DPkg::Lock::Timeout=300 ${names.join(' ')}`;

describe.runIf(process.platform === 'linux')('the system libraries of the window', () => {
  it('are not asked for where nothing is missing', async () => {
    const { said, asked } = await ensure({ ...gtk, missing: [] });
    expect(said).toBe('ready');
    expect(asked).toEqual([]);
  });

  it('are installed as root on Debian', async () => {
    const { said, progress, asked } = await ensure({ ...gtk, brings: gtk.missing });
    expect(said).toBe('ready');
    expect(progress).toBe('crawlscope: installing system packages for the window: libgtk-3-0 libnss3 …\n');
    expect(asked).toEqual([install('libgtk-3-0', 'libnss3')]);
  });

  it('have other names on a newer Debian, which its lists know after an update', async () => {
    const { said, asked } = await ensure({ ...gtk, brings: gtk.missing, isBare: true, knows: ['libgtk-3-0t64', 'libnss3'] });
    expect(said).toBe('ready');
    const names = install('libgtk-3-0t64', 'libnss3');
    expect(asked).toEqual([names, 'update -q -o DPkg::Lock::Timeout=300', names]);
  });

  it('are named with the command for a user who is not root, and nothing is run', async () => {
    const { said, asked } = await ensure({ ...gtk, root: false, brings: gtk.missing });
    expect(said).toBe(
      'the window needs system libraries that are missing: libgtk-3.so.0, libnss3.so. To install them: sudo apt-get install -y ' +
        '--no-install-recommends libgtk-3-0 libnss3. Or use the terminal.',
    );
    expect(asked).toEqual([]);
  });

  it('are named on other systems, also for root', async () => {
    const { said, asked } = await ensure({ ...gtk, debian: false });
    expect(said).toBe(
      'the window needs system libraries that are missing: libgtk-3.so.0, libnss3.so. To install them: use your system’s package ' +
        'manager. Or use the terminal.',
    );
    expect(asked).toEqual([]);
  });

  it('are named with the command when there is no network', async () => {
    const { said, progress, asked } = await ensure({ ...gtk, isBare: true, isOffline: true });
    expect(said).toContain(
      'To install them: apt-get install -y --no-install-recommends libgtk-3-0 libnss3. Or use the terminal.',
    );
    expect(progress).toContain('E: no network\ncrawlscope: apt-get failed; its message is above\n');
    expect(asked).toEqual([install('libgtk-3-0', 'libnss3'), 'update -q -o DPkg::Lock::Timeout=300']);
  });

  it('that are still missing after an install are the ones named', async () => {
    const odd = ['libnss3.so', 'libstrange.so.1'];
    const { said, asked } = await ensure({ ...gtk, missing: odd, brings: ['libnss3.so'] });
    expect(said).toBe(
      'the window needs system libraries that are missing: libstrange.so.1. To install them: use your system’s package manager. ' +
        'Or use the terminal.',
    );
    expect(asked).toEqual([install('libnss3')]);
  });

  it('include those that no other package of the list brings', async () => {
    const { asked } = await ensure({ ...gtk, missing: ['libdbus-1.so.3', 'libexpat.so.1', 'libudev.so.1'], brings: [] });
    expect(asked[0]).toBe(install('libdbus-1-3', 'libexpat1', 'libudev1'));
  });
});
