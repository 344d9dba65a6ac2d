import { expect, test } from 'vitest';
import { newSession, site } from '../../support/crawling.ts';

test('requests of a URL and of its host, with the pause before each', async () => {
  const links = Array.from({ length: 60 }, (_, at) => `<a href=/p${at}>p</a>`).join('');
  const server = await site({
    '/': links,
    ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/p${at}`, '<title>p</title>'])),
  });
  const session = newSession([server.url('/')], { delayMs: 5 });
  await session.run();
  const [only] = await session.handlers['requests.ofUrl']({ url: server.url('/p3') });
  expect(only).toMatchObject({ url: server.url('/p3'), purpose: 'page', method: 'GET', status: 200, outcome: 'response' });
  expect(only?.gapMs).not.toBeNull();
  expect(await session.handlers['requests.ofUrl']({ url: server.url('/nowhere') })).toEqual([]);
  const first = await session.handlers['requests.ofHost']({ request: 1, towards: 'later' });
  expect(first?.rows).toHaveLength(50);
  expect(first).toMatchObject({ origin: server.origin, hasEarlier: false, hasLater: true });
  const rest = await session.handlers['requests.ofHost']({ request: (first?.rows.at(-1)?.id ?? 0) + 1, towards: 'later' });
  expect((first?.rows.length ?? 0) + (rest?.rows.length ?? 0)).toBe(server.log.length);
  expect(rest).toMatchObject({ hasEarlier: true, hasLater: false });
  const back = await session.handlers['requests.ofHost']({ request: (rest?.rows[0]?.id ?? 0) - 1, towards: 'earlier' });
  expect(back).toEqual(first);
  expect(await session.handlers['requests.ofHost']({ request: 9_999, towards: 'later' })).toBeNull();
});
