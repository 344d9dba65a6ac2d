import { expect, test } from 'vitest';
import { createThrottle, lineBytes } from '#browser/throttle.ts';
import { type RenderLine, renderLines } from '#shared/model/rendering.ts';
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

const { render } = testRenderer();

test('a page on a slow line waits on its own clock, and a timer of the page may be first', async () => {
  const page = `<!doctype html><p id=took></p><script>
    const begun = performance.now();
    const timer = setTimeout(() => document.body.append('Too' + ' slow.'), 1000);
    fetch('/data').then(r => r.text()).then(text => {
      clearTimeout(timer);
      document.getElementById('took').textContent = [text.length, Math.round(performance.now() - begun)].join(' after ');
    });
  </script>`;
  const on = async (line?: RenderLine) => {
    const rendering = await render(page, { '/data': 'x'.repeat(90_000) }, line ? { line } : {});
    const html = htmlOf(rendering);
    const [, length, ms] = /(\d+) after (\d+)/.exec(html) ?? [];
    return { length: Number(length), ms: Number(ms), isSlow: html.includes('Too slow.'), pageMs: rendering.outcome.pageMs };
  };
  const fast = await on();
  expect(fast).toMatchObject({ length: 90_000, isSlow: false });
  expect(fast.ms).toBeLessThan(500);
  // 562.5 ms, and half a second for 90,000 bytes.
  const slow = await on(renderLines['slow-4g']);
  expect(slow).toMatchObject({ length: 90_000, isSlow: true });
  expect(slow.ms).toBeGreaterThanOrEqual(1_062);
  expect(slow.ms).toBeLessThan(1_500);
  expect(slow.pageMs).toBeGreaterThan(slow.ms);
});
