import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The command line runs from source: Node 24 strips the types. Under an older Node the project's own is used. */
const node = Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : resolve('node_modules/.bin/node');

function start(argv: readonly string[]) {
  const child = spawn(node, [resolve('electron/cli/index.ts'), ...argv]);
  const ended = new Promise<number | null>(done => child.once('close', done));
  return { child, ended };
}

async function run(argv: readonly string[], stdin = ''): Promise<{ code: number | null; out: string; err: string }> {
  const { child, ended } = start(argv);
  let out = '';
  let err = '';
  child.stdout.on('data', chunk => (out += String(chunk)));
  child.stderr.on('data', chunk => (err += String(chunk)));
  child.stdin.end(stdin);
  return { code: await ended, out, err };
}

const request = (id: number): string =>
  `${JSON.stringify({ id, robots_txt: `User-agent: *\nDisallow: /${id % 97}/\n`, agent: 'bot', url: `https://e.com/${id % 97}/x` })}\n`;

test('the process answers --version and ends with 0', async () => {
  expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^crawlscope \d/), err: '' });
});

test('bad usage ends the process with 2 and one line', async () => {
  expect(await run(['urls', 'x.crawl', '--nope'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/^crawlscope: [^\n]+\n$/),
  });
});

test('robots batch streams many lines through pipes, none lost, in order', async () => {
  const many = 10_000;
  const { code, out, err } = await run(['robots', 'batch'], Array.from({ length: many }, (_, i) => request(i)).join(''));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const ids = out
    .trimEnd()
    .split('\n')
    .map(line => (JSON.parse(line) as { id: number }).id);
  expect(ids).toEqual(Array.from({ length: many }, (_, i) => i));
});

test('robots batch answers a line before the input ends', async () => {
  const { child, ended } = start(['robots', 'batch']);
  child.stdin.write(request(5));
  const first = await new Promise<string>(done => child.stdout.once('data', chunk => done(String(chunk))));
  expect(JSON.parse(first)).toMatchObject({ id: 5, allowed: false });
  child.stdin.end();
  expect(await ended).toBe(0);
});

test('a reader that goes away ends the process quietly', async () => {
  const { child, ended } = start(['robots', 'batch']);
  let err = '';
  child.stderr.on('data', chunk => (err += String(chunk)));
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdout.once('data', () => child.stdout.destroy());
  const text = Array.from({ length: 20_000 }, (_, i) => request(i)).join('');
  child.stdin.end(text);
  expect(await ended).toBe(0);
  expect(err).toBe('');
});
