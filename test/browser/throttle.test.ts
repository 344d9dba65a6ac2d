import { expect, test } from 'vitest';
import type { Cdp, CdpEvent } from '#browser/cdp.ts';
import type { RequestPaused } from '#browser/protocol.ts';
import { openRenderer } from '#browser/renderer.ts';
import { createThrottle, lineBytes } from '#browser/throttle.ts';
import { type Renderer, type RenderLine, renderLines } from '#shared/model/rendering.ts';
import { testStarter } from '#test/support/render-electron.ts';
import { answerWith } from '#test/support/render-request.ts';
import { htmlOf, testRenderer } from '#test/support/rendering.ts';

test('every answer waits for the latency, and all share the line', async () => {
  const throttle = createThrottle({ latencyMs: 100, bytesPerSecond: 1_000 });
  const arrived: string[] = [];
  const send = (name: string, bytes: number) => void throttle.hold(bytes).then(() => arrived.push(name));
  const at = async (ms: number) => {
    throttle.clock(ms);
    throttle.give();
    await Promise.resolve();
    return arrived.splice(0).join();
  };
  send('first', 50);
  send('second', 50);
  expect(await at(149)).toBe('');
  expect(await at(150)).toBe('first');
  expect(throttle.held).toBe(1);
  send('third', 0);
  expect(await at(200)).toBe('second');
  expect(await at(249)).toBe('');
  expect(await at(250)).toBe('third');
  send('never', 1_000_000);
  throttle.end();
  await Promise.resolve();
  expect([arrived, throttle.held]).toEqual([['never'], 0]);
});

test('a compressed answer has the bytes that its Content-Length says', () => {
  const bytes = (headers: Readonly<Record<string, string>>) => {
    const answer = answerWith('0123456789', headers);
    return answer.kind === 'response' ? lineBytes(answer) : null;
  };
  expect(bytes({})).toBe(10);
  expect(bytes({ 'Content-Length': '4' })).toBe(10);
  expect(bytes({ 'Content-Encoding': 'br', 'Content-Length': '4' })).toBe(4);
  expect(bytes({ 'Content-Encoding': 'br', 'Content-Length': '4000' })).toBe(10);
  expect(bytes({ 'Content-Encoding': 'br', 'Content-Length': 'x' })).toBe(10);
});

/** Requests of pages, except those for /soon. */
const isLate = ({ method, params }: CdpEvent): boolean =>
  method === 'Fetch.requestPaused' && !(params as RequestPaused).request.url.endsWith('/soon');

/** A browser whose requests come to us late, as on a machine that has other work to do. */
async function openLateBrowser(): Promise<Renderer> {
  const { start, end } = await testStarter();
  const renderer = await openRenderer(async () => {
    const browser = await start();
    const { cdp } = browser;
    const listen: Cdp['listen'] = (session, listener) =>
      cdp.listen(
        session,
        listener &&
          (event => {
            if (session !== '' && isLate(event)) setTimeout(listener, 300, event);
            else listener(event);
          }),
      );
    return { ...browser, cdp: { ...cdp, listen } };
  });
  return {
    ...renderer,
    async close() {
      await renderer.close();
      end();
    },
  };
}

const page = `<!doctype html><p id=took></p><script>
  const begun = performance.now();
  const timer = setTimeout(() => document.body.append('Too' + ' slow.'), 1000);
  fetch('/data').then(r => r.text()).then(text => {
    clearTimeout(timer);
    document.getElementById('took').textContent = [text.length, Math.round(performance.now() - begun)].join(' after ');
  });
</script>`;

type Render = ReturnType<typeof testRenderer>['render'];

async function onLine(render: Render, line?: RenderLine) {
  const rendering = await render(page, { '/data': 'x'.repeat(90_000) }, line ? { line } : {});
  const html = htmlOf(rendering);
  const [, length, ms] = /(\d+) after (\d+)/.exec(html) ?? [];
  return { length: Number(length), ms: Number(ms), isSlow: html.includes('Too slow.'), pageMs: rendering.outcome.pageMs };
}

const { render } = testRenderer();
const late = testRenderer(openLateBrowser);

test('a page on a slow line waits on its own clock, and a timer of the page may be first', async () => {
  const fast = await onLine(render);
  expect(fast).toMatchObject({ length: 90_000, isSlow: false });
  expect(fast.ms).toBeLessThan(500);
  // 562.5 ms, and half a second for 90,000 bytes.
  const slow = await onLine(render, renderLines['slow-4g']);
  expect(slow).toMatchObject({ length: 90_000, isSlow: true });
  expect(slow.ms).toBeGreaterThanOrEqual(1_062);
  expect(slow.ms).toBeLessThan(1_500);
  expect(slow.pageMs).toBeGreaterThan(slow.ms);
});

test('a script that waits for its answer has it at once', async () => {
  const wait =
    'const one = new XMLHttpRequest(); one.open("GET", "/data", false); one.send(); document.body.append(one.responseText);';
  const html = `<!doctype html><body><img src=/data><script>${wait} setTimeout(() => { ${wait} }, 100);</script>`;
  const rendering = await render(html, { '/data': 'got' }, { line: renderLines['slow-4g'] });
  expect(htmlOf(rendering)).toContain('</script>gotgot</body>');
});

test('the clock of a page stands still while its request is on its way to us', async () => {
  const { ms } = await onLine(late.render, renderLines['slow-4g']);
  expect(ms).toBeGreaterThanOrEqual(1_062);
  expect(ms).toBeLessThan(1_200);
});

test('nor does it run for one request while another is on its way to us', async () => {
  const rendering = await late.render(
    `<!doctype html><p id=took></p><script>
      const begun = performance.now();
      const took = async path => {
        await (await fetch(path)).text();
        return Math.round(performance.now() - begun);
      };
      Promise.all([took('/soon'), took('/late')]).then(all => (document.getElementById('took').textContent = all.join(' and ')));
    </script>`,
    { '/soon': 'x', '/late': 'x' },
    { line: renderLines['slow-4g'] },
  );
  const [, soon, last] = /(\d+) and (\d+)/.exec(htmlOf(rendering)) ?? [];
  for (const ms of [soon, last]) {
    expect(Number(ms)).toBeGreaterThanOrEqual(562);
    expect(Number(ms)).toBeLessThan(700);
  }
});

const script = (body: string) => answerWith(body, { 'Content-Type': 'text/javascript' });

// Chromium does not stop the clock of a page for these requests.
test.each([
  [
    'of workers',
    `<p id=o></p><script>
      const worker = new Worker('/worker.js');
      worker.onmessage = ({ data }) => document.getElementById('o').append('got ' + data);
    </script>`,
    'got 3',
  ],
  [
    'that were aborted',
    `<p id=o></p><script>
      for (let i = 0; i < 20; i++) {
        const one = new AbortController();
        fetch('/data' + i, { signal: one.signal }).catch(() => i === 19 && document.getElementById('o').append('all gone'));
        one.abort();
      }
    </script>`,
    'all gone',
  ],
])('the clock does not run away with requests %s', async (_, body, expected) => {
  const site = {
    '/worker.js': script(`fetch('/data').then(r => r.text()).then(text => postMessage(text.length))`),
    '/data': 'xyz',
  };
  for (let round = 0; round < 6; round++) {
    const rendering = await render(`<!doctype html>${body}`, site, { line: renderLines['slow-4g'] });
    expect(htmlOf(rendering)).toContain(expected);
    expect(rendering.outcome).toMatchObject({ endedBy: 'idle' });
    expect(rendering.outcome.pageMs).toBeLessThan(4_000);
  }
});

test('frames that come and go at once do not end the page', async () => {
  const page = `<!doctype html><body><p id=o></p><script>
    let count = 0;
    const timer = setInterval(() => {
      if (++count > 6) {
        document.getElementById('o').append('the end');
        clearInterval(timer);
        return;
      }
      const frame = document.createElement('iframe');
      frame.src = '/frame' + count;
      document.body.append(frame);
      setTimeout(() => frame.remove());
    }, 25);
  </script>`;
  expect(htmlOf(await render(page, {}, { line: renderLines['slow-4g'] }))).toContain('the end');
});
