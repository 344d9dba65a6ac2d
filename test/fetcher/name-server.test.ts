import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { node, start } from '../support/child.ts';
import { tempFolder } from '../support/temp.ts';

const address = '127.0.153.1';

/** Runs a command where the resolver of the system asks only the server at `address`. */
const asking = (command: string): readonly string[] => {
  const folder = tempFolder();
  const files = { 'resolv.conf': `nameserver ${address}\noptions timeout:2 attempts:1\n`, 'nsswitch.conf': 'hosts: dns\n' };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const mounts = Object.keys(files).map(name => `mount --bind '${join(folder, name)}' /etc/${name} &&`);
  return ['--mount', 'sh', '-c', `${mounts.join(' ')} exec ${command}`];
};

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
  const outcomes = (async () => {
    if (!canAsk) return {};
    const { code, out, err } = await start('unshare', asking(`'${node}' '${resolve('test/support/name-server.ts')}' ${address}`))
      .ended;
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as Record<string, string>;
  })();

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
  ])('%s: %s', async (name, outcome) => {
    expect((await outcomes)[name]).toBe(outcome);
  });

  it('names that get no answer do not fail a name that waits behind them', async () => {
    expect((await outcomes)['plain.test behind 4 silent names']).toBe('200, connected');
  });
});
