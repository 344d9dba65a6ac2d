import { describe, expect, it } from 'vitest';
import type { Fault } from '../../support/proof/scheduler-driver.ts';
import type { Ending } from '../../support/proof/scheduler-model.ts';
import { type Command, runSequence, type Sequence, sequenceFrom } from '../../support/proof/scheduler-runs.ts';
import { tempFolder } from '../../support/temp.ts';

/** The command that shows a sequence again, with the fewest commands. */
const again = (seed: number): string => `node_modules/.bin/node scripts/proofs/scheduler-model.mjs --sequence ${seed}`;

/** The first of some sequences in which program and model differ. */
async function firstMismatch(count: number, fault: Fault = {}): Promise<string> {
  const folder = tempFolder();
  for (let seed = 1; seed <= count; seed++) {
    const { mismatch } = await runSequence(sequenceFrom(seed), folder, fault);
    if (mismatch !== null) return `${mismatch.what}\nAgain: ${again(seed)}`;
  }
  return '';
}

describe('the scheduler and a model that shares no code with it', () => {
  it('request the same after every command of random sequences', async () => {
    expect(await firstMismatch(6)).toBe('');
  });

  const faults: readonly (readonly [string, Fault, RegExp])[] = [
    [
      'ignores delays',
      {
        turn: crawl => {
          for (const slot of crawl.slots.values()) slot.nextMono = 0;
        },
      },
      /was requested: its host waits/,
    ],
    [
      'measures delays by the time of day',
      { clock: clock => ({ ...clock, mono: () => clock.now() }) },
      /host waits|must get a request/,
    ],
    [
      'halves delays',
      { clock: (clock, { mono }) => ({ ...clock, mono: () => mono + 2 * (clock.mono() - mono) }) },
      /was requested: its host waits/,
    ],
    ['wakes too late', { clock: clock => ({ ...clock, after: (ms, run) => clock.after(ms + 50, run) }) }, /must get a request/],
    [
      'ignores robots.txt',
      {
        turn: crawl => {
          const opened = { allowed: true, line: 0, reason: 'no-match' } as const;
          for (const { reading } of crawl.slots.values()) if (reading) Object.assign(reading, { decide: () => opened });
        },
      },
      /was requested: the page is forbidden/,
    ],
  ];
  for (const [name, fault, what] of faults)
    it(`differ when it ${name}`, async () => {
      expect(await firstMismatch(30, fault)).toMatch(what);
    });
});

const status = (code: number, retryAfter: number | null = null): Ending => ({
  kind: 'status',
  status: code,
  retryAfter,
  found: [],
});
const rules = (crawlDelay: number): Ending => ({ kind: 'rules', crawlDelay, closesPrivate: false });
const answer = (robots: Ending, page: Ending): Command => ({ do: 'answer', nth: 0, robots, page });
const wait = (ms: number): Command => ({ do: 'wait', ms });
const settings = {
  delayMs: 0,
  connections: 4,
  maxAttempts: 1,
  maxPages: 1_000,
  maxDelayMs: 300_000,
  robotsLifetimeMs: 86_400_000,
};
const differences = async (sequence: Sequence): Promise<unknown> => (await runSequence(sequence, tempFolder())).mismatch;

describe('what the model found', () => {
  it('pages that wait until the same moment for another attempt may come in any order', async () => {
    expect(await differences(sequenceFrom(77_000_264))).toBeNull();
  });

  it('a crawl ends with its last response, and does not wait for a host that it wants nothing of', async () => {
    const last = answer(status(404), status(429, 7_200));
    expect(await differences({ settings, commands: [last, last, last, last] })).toBeNull();
  });

  it('no robots.txt is requested for a host without work', async () => {
    const opened = [answer(status(404), status(200)), answer(status(404), status(200))];
    const commands: Command[] = [
      ...opened,
      { do: 'jump', ms: 172_800_000 },
      answer(status(404), status(200)),
      answer(status(404), status(200)),
    ];
    expect(await differences({ settings, commands })).toBeNull();
  });

  it('the last good robots.txt is the one read last, also after the clock went back', async () => {
    const both = (robots: Ending): Command[] => [answer(robots, status(200)), answer(robots, status(200))];
    const commands: Command[] = [
      ...both(rules(400)),
      { do: 'jump', ms: -172_800_000 },
      { do: 'start' },
      wait(500_000),
      ...both(rules(0.3)),
      { do: 'sleep', ms: 172_800_000 },
      ...both(status(503)),
      wait(90_000),
    ];
    expect(await differences({ settings, commands })).toBeNull();
  });
});
