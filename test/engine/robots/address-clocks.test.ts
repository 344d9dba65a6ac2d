import { expect, it } from 'vitest';
import { addressClocks } from '#engine/robots/address-clocks.ts';

const parts = (delayBy: 'host' | 'address', wasRequested = false) => {
  let at = 1_000_000;
  const clocks = addressClocks({
    store: { origins: { wasRequested: () => wasRequested } as never },
    settings: { delayBy },
    fetcher: { addressesOf: async hostname => (hostname === 'alone.test' ? ['192.0.2.2'] : ['192.0.2.1']) },
    now: () => at,
  });
  return { clocks, pass: (ms: number) => void (at += ms) };
};

it('a delay counts from the last request to any name of the address', async () => {
  const { clocks, pass } = parts('address');
  expect(await clocks?.wait('a.test', 500)).toBe(0);
  clocks?.ended('a.test', '192.0.2.1');
  pass(100);
  expect(await clocks?.wait('b.test', 500)).toBe(405);
  expect(await clocks?.wait('b.test', 2_000)).toBe(1_905);
  expect(await clocks?.wait('b.test', 0)).toBe(0);
  expect(await clocks?.wait('alone.test', 500)).toBe(0);
});

it('after an earlier run, it counts from the start at first', async () => {
  const { clocks } = parts('address', true);
  expect(await clocks?.wait('a.test', 500)).toBe(505);
});

it('there is none where hosts have their own clocks', () => expect(parts('host').clocks).toBeNull());
