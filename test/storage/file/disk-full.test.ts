import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, node, start } from '../../support/child.ts';
import { faults, newPath, newSession, reopen, site } from '../../support/crawling.ts';
import { linksTo, type Site } from '../../support/site.ts';
import { tempFolder } from '../../support/temp.ts';

/** Forty pages of 60 kB that cannot be compressed. */
async function heavySite(): Promise<Site> {
  const paths = Array.from({ length: 40 }, (_, i) => `/p${i}`);
  const noise = () => Array.from({ length: 6_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
  return site({ '/': linksTo(...paths), ...Object.fromEntries(paths.map(path => [path, noise()])) });
}

async function resumesToTheEnd(path: string, pages: number): Promise<void> {
  const session = reopen(path);
  expect(session.status().fetched).toBeLessThan(pages);
  expect(session.status().decisions).toBe(session.status().urls);
  expect(await session.run()).toBe('finished');
  expect(session.status()).toMatchObject({ fetched: pages, queued: 0 });
  expect(faults(session)).toEqual([]);
  await session.close();
}

let mounted: string | null = null;
afterEach(() => {
  if (mounted) execFileSync('umount', ['-l', mounted]);
  mounted = null;
});

/**
 * A separate small file system; null where that is not allowed. The bodies of the heavy site alone take 2.3 MB. How much the log beside
 * the file takes depends on how many pages a transaction holds. So a disk that the crawl must fill has less room than the bodies need.
 */
function smallDisk(megabytes: number): string | null {
  const folder = join(tempFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'ignore' });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
  mounted = folder;
  return folder;
}

describe('a disk that fills up', () => {
  it.for([
    [
      'ends the crawl with one line and exit code 3; nothing is lost and it resumes when there is room',
      (ballast: string) => writeFileSync(ballast, Buffer.alloc(1_200_000)),
    ],
    [
      'without a free byte lets no crawl open, and says so; nothing is lost',
      // As much as fits: SQLite has no room for the file that processes share.
      (ballast: string) => expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC'),
    ],
  ] as const)('%s', async ([, fill], context) => {
    const disk = smallDisk(3);
    if (!disk) return context.skip();
    const server = await heavySite();
    const path = join(disk, 'full.crawl');
    await newSession([server.url('/')], { diskWaitMs: 0 }, { path }).close();
    const ballast = join(disk, 'ballast');
    fill(ballast);
    const { code, err } = await start(node, [cli, 'resume', path]).ended;
    expect({ code, err }).toEqual({
      code: 3,
      err: 'crawlscope: The disk with full.crawl is full. Nothing stored so far is lost; make room, then resume.\n',
    });
    rmSync(ballast);
    execFileSync('mount', ['-o', 'remount,size=30m', disk]);
    await resumesToTheEnd(path, 41);
  });

  it('goes on by itself when there is room, and says what it needs meanwhile', async context => {
    const disk = smallDisk(2);
    if (!disk) return context.skip();
    const server = await heavySite();
    const path = join(disk, 'full.crawl');
    await newSession([server.url('/')], {}, { path }).close();
    const crawl = start(node, [cli, 'resume', path]);
    const look = reopen(path, { readOnly: true });
    await expect.poll(() => crawl.err()).toMatch(/^The disk with full\.crawl is full: [\d.]+ MB free, /);
    expect(look.status().state).toBe('running');
    await look.close();
    execFileSync('mount', ['-o', 'remount,size=30m', disk]);
    const { code, err } = await crawl.ended;
    expect({ code, lines: err.trim().split('\n') }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^The disk with full\.crawl is full: .+ to go on\. The crawl waits for room, at most 10 min, and goes on by itself\.$/,
        ),
        'There is room on the disk again. The crawl goes on.',
      ],
    });
    const session = reopen(path);
    expect(session.status()).toMatchObject({ fetched: 41, queued: 0, failed: 0 });
    expect(faults(session)).toEqual([]);
  });

  it('a limit on file sizes ends it the same way', async () => {
    const server = await heavySite();
    const path = newPath();
    await newSession([server.url('/')], {}, { path }).close();
    const { code, err } = await start('bash', ['-c', `ulimit -f 1024; exec "$0" "$@"`, node, cli, 'resume', path]).ended;
    expect(code).toBe(3);
    expect(err).toMatch(/^crawlscope: [^\n]*(is full|could not be written)[^\n]*resume\.\n$/);
    await resumesToTheEnd(path, 41);
  });

  it('the same session goes on after room was made', async context => {
    const disk = smallDisk(2);
    if (!disk) return context.skip();
    const server = await heavySite();
    const session = newSession([server.url('/')], { diskWaitMs: 0 }, { path: join(disk, 'full.crawl') });
    await expect(session.run()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('is full') });
    expect(session.status()).toMatchObject({ state: 'failed', detail: expect.stringContaining('is full') });
    expect(session.status().decisions).toBe(session.status().urls);
    const explained = await session.handlers['url.explain']({ url: server.url('/') });
    expect(explained.seen).toBe(true);
    execFileSync('mount', ['-o', 'remount,size=30m', disk]);
    expect(await session.run()).toBe('finished');
    expect(session.status()).toMatchObject({ fetched: 41, detail: 'Every URL in scope was fetched or decided.' });
    expect(faults(session)).toEqual([]);
    await session.close();
  });
});
