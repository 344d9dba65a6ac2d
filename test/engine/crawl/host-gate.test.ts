import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clockAfter, type HostClock } from '#core/frontier/host-clock.ts';
import { HostGate } from '#engine/crawl/host-gate.ts';
import { notSent, requestEnd } from '#engine/crawl/request-end.ts';
import { Slot } from '#engine/crawl/slot.ts';
import { createHttpFetcher } from '#fetcher/http.ts';
import { defaultFetchLimits } from '#fetcher/limits.ts';
import type { OriginRecord } from '#storage/tables/origins.ts';
import { afterwards } from '../../support/afterwards.ts';

const still = { nextAt: 0, backoffUntil: 0, backoffMs: null, backoffCount: 0, backoffDetail: '', busySince: null };

const newSlot = () => new Slot({} as OriginRecord);

/** The outcome of one request to a server that answers with these bytes. */
async function outcomeOf(answer: string, gate: HostGate) {
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(answer));
    setTimeout(() => socket.end(), 100);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const fetcher = createHttpFetcher();
  afterwards(() => fetcher.close());
  afterwards(() => new Promise<void>(resolve => server.close(() => resolve())));
  fetcher.trustHosts(['127.0.0.1']);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return fetcher.fetch({ url, userAgent: 'x', accept: '*/*', gate }, defaultFetchLimits, new AbortController().signal);
}

describe('a host that asks for a pause', () => {
  it.each([
    ['is whole', 'Content-Length: 5\r\n\r\nlater'],
    ['is missing', 'Content-Length: 5\r\n\r\n'],
    ['is cut off', 'Content-Length: 5\r\n\r\nl'],
    ['is not in its coding', 'Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nlater'],
  ])('gets it if the body of its response %s', async (_what, rest) => {
    const slot = newSlot();
    const gate = new HostGate(slot);
    const outcome = await outcomeOf(`HTTP/1.1 429 Too Many Requests\r\nRetry-After: 60\r\n${rest}`, gate);
    expect(slot).toMatchObject({ unread: 1, pauses: 1 });
    expect(gate.ended(outcome)).toBe(true);
    expect(slot).toMatchObject({ unread: 1, pauses: 1 });
    const clock: HostClock = { ...still, delayMs: 0 };
    expect(clockAfter(clock, requestEnd(outcome, false), 0)).toBeGreaterThanOrEqual(60_000);
  });

  it('holds back what was chosen before, and nothing that is chosen after', () => {
    const slot = newSlot();
    const [throttled, waiting] = [new HostGate(slot), new HostGate(slot)];
    throttled.answered(200);
    expect(waiting.refusal()).toBe(null);
    throttled.answered(503);
    expect(waiting.refusal()).toMatch(/^not sent: just before, the host asked for a pause/);
    expect(new HostGate(slot).refusal()).toBe(null);
  });

  it.each(['cancelled', 'connection-refused'] as const)('does not ask for one by a request that ends as %s', cause => {
    const slot = newSlot();
    const [sent, ended] = [new HostGate(slot), new HostGate(slot)];
    expect(ended.ended({ ...notSent('not sent', 1), cause })).toBe(true);
    expect(sent.refusal()).toBe(null);
    expect(slot).toMatchObject({ unread: 1, pauses: 0 });
  });
});
