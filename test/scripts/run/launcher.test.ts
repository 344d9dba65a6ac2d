import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { node, start } from '../../support/child.ts';
import { linksTo, startSite } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

const root = resolve(import.meta.dirname, '../../..');
const bootstrap = (await import(join(root, 'scripts/run/bootstrap.mjs'))) as {
  ensureBuilt(options: { release: boolean }): void;
};

/** Like an older Node, it cannot become another program. It leaves a word when it ends. */
const likeAnOlderNode = [
  '--import',
  "data:text/javascript,process.execve=undefined;process.on('exit',()=>process.stderr.write('The launcher ended.'))",
];

const launcher = join(root, 'scripts/run/crawlscope.cjs');

const envIn = (folder: string) => ({ ...process.env, CRAWLSCOPE_HOME: join(folder, 'home'), CRAWLSCOPE_RELEASE: '' });

function launch(folder: string, ...args: readonly string[]) {
  return start(node, [...likeAnOlderNode, launcher, ...args], { cwd: folder, env: envIn(folder) });
}

beforeAll(() => bootstrap.ensureBuilt({ release: false }));

describe('the launcher under an older Node', () => {
  it('shows what the command says, and ends with its code', async () => {
    const version = await launch(tempFolder(), '--version').ended;
    expect(version).toEqual({ code: 0, out: expect.stringMatching(/^crawlscope \d/), err: 'The launcher ended.' });
    const wrong = await launch(tempFolder(), 'nonsense').ended;
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/there is no command “nonsense”.*\n.*The launcher ended\.$/s);
  });

  it.skipIf(process.platform === 'win32')(
    'passes a signal on: the crawl stops in order and writes its file where it was started',
    async () => {
      const folder = tempFolder();
      const site = await startSite({ '/': linksTo(...Array.from({ length: 200 }, (_, i) => `/page-${i}`)) });
      try {
        const { child, ended } = launch(folder, 'crawl', site.url('/'), '--delay', '0.5', '--out', 'site.crawl');
        await expect.poll(() => site.paths().some(path => path.startsWith('/page-'))).toBe(true);
        child.kill('SIGTERM');
        const { code, err } = await ended;
        expect(code).toBe(3);
        expect(err).toContain('Nothing is lost; continue with: crawlscope resume site.crawl');
        expect(readdirSync(folder)).toContain('site.crawl');
      } finally {
        await site.close();
      }
    },
  );
});

describe.skipIf(process.platform !== 'linux')('the settings of malloc', () => {
  const tellTunables = `--import="data:text/javascript,process.stderr.write('<'+process.env.GLIBC_TUNABLES+'>')"`;
  const ours = 'glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2';

  /** The variable as each process of the command has it, in their order. */
  async function tunables(before: readonly string[], chosen?: string) {
    const folder = tempFolder();
    const { GLIBC_TUNABLES: _, ...env } = envIn(folder);
    const choice = chosen === undefined ? {} : { GLIBC_TUNABLES: chosen };
    const words = [...before, launcher, '--version'];
    const { code, err } = await start(node, words, { cwd: folder, env: { ...env, ...choice, NODE_OPTIONS: tellTunables } }).ended;
    expect(code).toBe(0);
    return err.match(/(?<=<)[^>]*/g);
  }

  it.each([
    ['a second process', likeAnOlderNode],
    ['the same process', []],
  ])('are given to the command in %s', async (_, before) => {
    expect(await tunables(before)).toEqual(['undefined', ours]);
  });

  it('are added to what the user set, and never change his own choice', async () => {
    const other = 'glibc.malloc.perturb=0';
    expect(await tunables(likeAnOlderNode, other)).toEqual([other, `${other}:${ours}`]);
    const own = 'glibc.malloc.hugetlb=0:glibc.malloc.arena_max=8';
    expect(await tunables([], own)).toEqual([own, own]);
  });
});
