// Pages that take all memory they can, each rendered many times beside a harmless page: each must end with the reason `memory`, every time,
// and the harmless page must be rendered.
//
//   node scripts/proofs/browser-memory.mjs [--times N] [--only NAME] [--browser PATH]
//
// Exit 1 if one ends otherwise. With the limits of a crawl: 1 GiB, 30 s.
import { parseArgs } from 'node:util';
import { openChromium } from '../../electron/browser/renderer.ts';

const { values } = parseArgs({
  options: { times: { type: 'string', default: '20' }, only: { type: 'string' }, browser: { type: 'string' } },
});
const pages = {
  'typed arrays': 'const all = []; for (;;) all.push(new Uint8Array(64 << 20).fill(1));',
  objects: 'const all = []; for (;;) all.push({ a: [1, 2, 3], b: "x" + all.length });',
  'a worker': `new Worker(URL.createObjectURL(new Blob(["const all = []; for (;;) all.push(new Uint8Array(64 << 20).fill(1))"]))); setInterval(() => fetch('/turn'), 100);`,
  'blobs, which the browser itself keeps':
    "const all = []; (async () => { for (;;) { for (let i = 0; i < 8; i++) all.push(new Blob([new Uint8Array(8 << 20).fill(1)])); await fetch('/turn'); } })();",
};
const limits = {
  ...{ pageMs: 20_000, wallMs: 30_000, lifeMs: 600_000, memoryBytes: 2 ** 30, requests: 1_000 },
  ...{ answerBytes: 2 ** 27, htmlBytes: 2 ** 25 },
};
const renderer = await openChromium({ browser: values.browser ?? null, unsandboxed: process.getuid?.() === 0 });
console.log(`${renderer.name}, ${values.times} times each`);

const render = (script, wait) =>
  renderer.render(
    {
      url: 'http://site.test/',
      response: {
        status: 200,
        headers: [['Content-Type', 'text/html']],
        body: Buffer.from(`<!doctype html><body><script>${script}</script>`),
      },
      ...{ device: 'smartphone', locale: 'en-GB', wait, limits, screenshots: false, userAgent: 'Examplebot/1.0' },
    },
    async () => {
      await new Promise(done => setTimeout(done, 50));
      return { kind: 'response', status: 200, headers: [], body: Buffer.from('x'), fetch: null };
    },
    new AbortController().signal,
  );

const tally = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
let failed = false;
for (const [name, script] of Object.entries(pages)) {
  if (values.only !== undefined && !name.includes(values.only)) continue;
  const since = performance.now();
  const ends = new Map();
  const beside = new Map();
  for (let i = 0; i < Number(values.times); i++) {
    const [taking, harmless] = await Promise.all([
      render(script, { kind: 'fixed', ms: 15_000 }),
      render("fetch('/a').then(() => document.body.append('fine'))", { kind: 'idle' }),
    ]);
    tally(ends, taking.kind === 'failed' ? taking.cause : taking.kind);
    tally(beside, harmless.kind === 'failed' ? harmless.cause : harmless.kind);
  }
  const words = counts => [...counts].map(([key, count]) => `${key} ${count}`).join(', ');
  console.log(
    `${name}: ${words(ends)}; the page beside it: ${words(beside)}; ${Math.round((performance.now() - since) / 1_000)} s`,
  );
  failed ||= ends.size !== 1 || !ends.has('memory') || beside.size !== 1 || !beside.has('rendered');
}
await renderer.close();
process.exitCode = failed ? 1 : 0;
