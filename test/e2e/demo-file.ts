import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { engineNode } from './engine-node.ts';

/**
 * A crawl of the demo site takes 23 s, most of them pauses between requests. The command line makes one per build; every
 * test that only needs its result opens a copy.
 */
const folder = resolve('.cache/demo-crawl');

interface Bootstrap {
  exclusively<T>(name: string, work: () => T): T;
}

const crawlscope = (...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(engineNode(), [resolve('out/engine/cli.cjs'), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    // A separate data folder: not that of the person who runs the tests, nor that of the app that opens the file.
    env: { ...process.env, CRAWLSCOPE_HOME: join(folder, 'home') },
  });
  if (status !== 0) throw new Error(`crawlscope ${args[0]} ended with ${status}: ${stderr}`);
  return stdout;
};

/** Path of the finished crawl of this build; makes it, or waits for another process that does. */
export async function madeDemo(): Promise<string> {
  const { startedAt } = JSON.parse(readFileSync(resolve('out/build.json'), 'utf8')) as { startedAt: number };
  const file = join(folder, `demo-${startedAt}.crawl`);
  if (existsSync(file)) return file;
  const bootstrap = (await import(new URL('../../scripts/run/bootstrap.mjs', import.meta.url).href)) as Bootstrap;
  return bootstrap.exclusively('demo-crawl', () => {
    if (existsSync(file)) return file;
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder)) rmSync(join(folder, old), { recursive: true });
    const partial = join(folder, 'partial.crawl');
    crawlscope('crawl', '--demo', '--out', partial);
    renameSync(partial, file);
    return file;
  });
}

/** Puts a finished crawl of the demo site at `path` and returns the address its site had. */
export async function demoFile(path: string): Promise<string> {
  copyFileSync(await madeDemo(), path);
  return (JSON.parse(crawlscope('status', path, '--json')) as { seeds: readonly string[] }).seeds[0] ?? '';
}
