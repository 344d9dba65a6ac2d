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

function launch(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home'), CRAWLSCOPE_RELEASE: '' };
  return start(node, [...likeAnOlderNode, join(root, 'scripts/run/crawlscope.cjs'), ...args], { cwd: folder, env });
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
