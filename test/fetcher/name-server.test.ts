import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cli, node, start } from '../support/child.ts';
import { tempFolder } from '../support/temp.ts';

/** An address of this machine that no other run of this test has. */
const address = `127.${100 + ((process.pid >> 16) % 100)}.${(process.pid >> 8) % 256}.${(process.pid % 255) + 1}`;

/** Runs the program of `name-server.ts` where the resolver of the system asks it alone, and waits so many seconds for an answer. */
function withServer(seconds: number, ...command: readonly string[]) {
  const folder = tempFolder();
  const files = {
    'resolv.conf': `nameserver ${address}\noptions timeout:${seconds} attempts:1\n`,
    'nsswitch.conf': 'hosts: dns\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const mounts = Object.keys(files).map(name => `mount --bind '${join(folder, name)}' /etc/${name} &&`);
  const script = `${mounts.join(' ')} exec "$@"`;
  const program = [node, resolve('test/support/name-server.ts'), address, ...command];
  return start('unshare', ['--mount', 'sh', '-c', script, 'sh', ...program]).ended;
}

/** It takes a root user of Linux that may mount and may use port 53. */
const canAsk =
  process.platform === 'linux' &&
  spawnSync('unshare', [
    '--mount',
    'sh',
    '-c',
    `mount --bind /dev/null /etc/resolv.conf && mount --bind /dev/null /etc/nsswitch.conf && exec '${node}' -e "require('node:net').createServer().listen(53, '${address}', function () { this.close() })"`,
  ]).status === 0;

describe.skipIf(!canAsk)('with a name server of our own', () => {
  let outcomes: Record<string, string> = {};
  beforeAll(async () => {
    const { code, out, err } = await withServer(2);
    expect([code, err]).toEqual([0, '']);
    outcomes = JSON.parse(out) as Record<string, string>;
  });

  it.each([
    ['plain.test', 'address-blocked'],
    ['plain.test, trusted', '200, connected'],
    ['missing.test', 'dns-failure'],
    ['servfail.test', 'dns-failure'],
    ['loop.test', 'dns-failure'],
    ['loop.test, trusted', 'dns-failure'],
    ['self.test, trusted', 'dns-failure'],
    ['chain255.test', 'address-blocked'],
    ['chain255.test, trusted', '200, connected'],
  ])('%s: %s', (name, outcome) => {
    expect(outcomes[name]).toBe(outcome);
  });

  it('names that get no answer do not fail a name that waits behind them', () => {
    expect(outcomes['plain.test behind 4 silent names']).toBe('200, connected');
  });

  it('the command line does not wait for a lookup when it ends', async () => {
    const file = join(tempFolder(), 'x.crawl');
    const seconds = 30;
    const began = performance.now();
    const { code, out } = await withServer(seconds, node, cli, 'crawl', 'http://silent.test/', '--max-time', '1s', '--out', file);
    expect(performance.now() - began).toBeLessThan(seconds * 1_000);
    expect([code, out]).toEqual([0, expect.stringContaining('1  Time limit reached')]);
  });
});
