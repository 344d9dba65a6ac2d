// CPU per page of the fetcher beside a bare undici loop, against a small server in a child process on loopback.
// Run: node_modules/.bin/node scripts/bench/fetch.mjs [fetches] [lanes]
import { fork } from 'node:child_process';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { createHttpFetcher } from '../../electron/fetcher/http.ts';
import { defaultFetchLimits } from '../../electron/fetcher/limits.ts';

const page = Buffer.from(
  Array.from({ length: 110 }, (_, index) => `<li><a href="/page-${(index * 7919) % 1000}">item ${index}</a></li>\n`).join(''),
);

if (process.argv[2] === 'serve') {
  const answer = (body, ...lines) =>
    Buffer.concat([
      Buffer.from(
        [
          'HTTP/1.1 200 OK',
          'Content-Type: text/html; charset=utf-8',
          `Content-Length: ${body.length}`,
          'Server: bench',
          'Date: Sat, 21 Nov 2026 10:00:00 GMT',
          ...lines,
          '',
          '',
        ].join('\r\n'),
      ),
      body,
    ]);
  const plain = answer(page);
  const packed = answer(gzipSync(page), 'Content-Encoding: gzip');
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', () => socket.destroy());
    socket.on('data', data => socket.write(data.indexOf('GET /gzip') === 0 ? packed : plain));
  }).listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const total = Number(process.argv[2] ?? 40_000);
  const lanes = Number(process.argv[3] ?? 32);
  const child = fork(new URL(import.meta.url).pathname, ['serve']);
  const port = await new Promise(resolve => child.once('message', resolve));

  async function measure(name, one) {
    for (const [count, print] of [
      [4_000, false],
      [total, true],
    ]) {
      const cpu = process.cpuUsage();
      const start = performance.now();
      let next = 0;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (next++ < count) await one();
        }),
      );
      const { user, system } = process.cpuUsage(cpu);
      const seconds = (performance.now() - start) / 1000;
      if (print)
        console.log(
          `${name.padEnd(34)} ${((user + system) / count).toFixed(1).padStart(7)} µs CPU/fetch   ${Math.round(count / seconds)
            .toString()
            .padStart(6)} fetches/s`,
        );
    }
  }

  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections: lanes, pipelining: 1 });
  const fetcher = createHttpFetcher({ connectionsPerOrigin: lanes });
  fetcher.trustHosts(['127.0.0.1']);
  const { signal } = new AbortController();
  const ours = path => async () => {
    const outcome = await fetcher.fetch({ url: origin + path, userAgent: 'bench', accept: '*/*' }, defaultFetchLimits, signal);
    if (outcome.kind !== 'response' || outcome.body.length !== page.length) throw new Error(outcome.detail ?? 'wrong body');
  };
  const bare = async () => {
    const { body } = await pool.request({ path: '/', method: 'GET' });
    await body.arrayBuffer();
  };
  console.log(`${total} fetches of ${page.length} bytes over ${lanes} connections`);
  for (let round = 0; round < 2; round += 1) {
    await measure('undici pool.request + arrayBuffer', bare);
    await measure('our fetcher, identity', ours('/'));
    await measure('our fetcher, gzip', ours('/gzip'));
  }
  await fetcher.close();
  await pool.destroy();
  child.kill();
}
