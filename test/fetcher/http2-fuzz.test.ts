import { expect, it } from 'vitest';
import type { FetchOutcome } from '#shared/model/fetch.ts';
import { fuzzHttp2 } from '../support/http2-fuzz.ts';
import { startHttp2Server } from '../support/http2-wire.ts';

it('frames at random and connections that end at any moment give outcomes, and never an error that nobody takes', async () => {
  const server = await startHttp2Server();
  const outcomes: FetchOutcome[] = [];
  for (let seed = 1; seed <= 8; seed += 1) outcomes.push(...(await fuzzHttp2(server, seed)));
  await server.close();
  expect(outcomes.length).toBeGreaterThanOrEqual(16);
  for (const outcome of outcomes) if (outcome.kind === 'failure') expect(outcome.detail).toMatch(/^[A-Z].*\.$/s);
});
