import { describe, expect, test } from 'vitest';
import { type JudgedSite, type JudgeRequest, judge, judgementTable, type Offence } from '../support/judge.ts';

const slow: JudgedSite = { origin: 'http://a', delayMs: 100, disallow: ['/private/'] };
const quick: JudgedSite = { origin: 'http://b', delayMs: 0, disallow: [] };

const request = (startedMs: number, endedMs: number, path: string, more: Partial<JudgeRequest> = {}): JudgeRequest => ({
  origin: 'http://a',
  path,
  status: 200,
  startedMs,
  endedMs,
  complete: true,
  robots: false,
  settles: [],
  retryAfterMs: 0,
  ...more,
});
const robots = request(0, 10, '/robots.txt', { robots: true, settles: ['http://a'] });
const offences = (log: readonly JudgeRequest[], silences: Parameters<typeof judge>[2] = []): Offence[] =>
  judge(log, [slow, quick], silences).violations.map(item => item.offence);

describe('the start of a run', () => {
  const pause = [{ fromMs: 200, untilMs: 500 }];
  const before = [robots, request(110, 150, '/1')];

  test('one request of each origin with a delay; of one without, many', () => {
    const own = { origin: 'http://b' };
    const log = [...before, request(600, 601, '/2'), request(600, 605, '/b1', own), request(601, 605, '/b2', own)];
    expect(judge(log, [slow, quick], pause)).toMatchObject({ mostAtStart: 1, shortGaps: 0 });
    expect(judge([...log, request(701, 702, '/3')], [slow, quick], pause).mostAtStart).toBe(1);
  });

  test('a burst is an offence of its own, also while the responses last', () => {
    const burst = [...before, request(600, 690, '/2'), request(640, 690, '/3'), request(660, 690, '/4')];
    const { mostAtStart, violations } = judge(burst, [slow], pause);
    expect(mostAtStart).toBe(3);
    expect(violations.filter(({ offence }) => offence === 'burst').map(({ path }) => path)).toEqual(['/3', '/4']);
  });
});

describe('innocent logs', () => {
  test('robots.txt first, then exactly the delay from end to start', () => {
    const judgement = judge([robots, request(110, 150, '/1'), request(250, 260, '/2')], [slow]);
    expect(judgement.violations).toEqual([]);
    expect(judgement).toMatchObject({ requests: 3, gaps: 2, minGapMs: 100, minMarginMs: 0, concurrentPerOrigin: 1 });
  });

  test('the order of the log does not matter', () => {
    expect(offences([request(250, 260, '/2'), robots, request(110, 150, '/1')])).toEqual([]);
  });

  test('an origin without a delay may have many in flight', () => {
    const own = { origin: 'http://b' };
    const log = [
      request(0, 5, '/robots.txt', { ...own, robots: true, settles: ['http://b'] }),
      request(6, 30, '/1', own),
      request(7, 30, '/2', own),
    ];
    expect(offences(log)).toEqual([]);
    expect(judge(log, [quick])).toMatchObject({ gaps: 0, concurrentPerOrigin: 0 });
  });

  test('the requests that lead to robots.txt need no delay that nobody can know yet', () => {
    const moved = request(0, 5, '/robots.txt', { robots: true, status: 301 });
    const file = request(6, 12, '/moved.txt', { robots: true, settles: ['http://a'] });
    expect(offences([moved, file, request(112, 120, '/1')])).toEqual([]);
  });

  test('Retry-After kept', () => {
    expect(
      offences([robots, request(110, 120, '/1', { status: 503, retryAfterMs: 1_000 }), request(1_120, 1_130, '/1')]),
    ).toEqual([]);
  });

  test('a Retry-After that a killed crawler could not write down is not held against it', () => {
    const log = [robots, request(110, 120, '/1', { status: 503, retryAfterMs: 5_000 }), request(900, 910, '/1')];
    expect(offences(log, [{ fromMs: 130, untilMs: 800 }])).toEqual([]);
  });

  test('without a delay, requests that crossed with the Retry-After are forgiven, later ones are not', () => {
    const own = { origin: 'http://b' };
    const start = request(0, 5, '/robots.txt', { ...own, robots: true, settles: ['http://b'] });
    const busy = request(6, 10, '/1', { ...own, status: 503, retryAfterMs: 1_000 });
    expect(offences([start, busy, request(20, 30, '/2', own)])).toEqual([]);
    expect(offences([start, busy, request(61, 70, '/2', own)])).toEqual(['retry-after']);
  });

  test('nothing at all is innocent but has no gaps', () => {
    expect(judge([], [slow])).toMatchObject({ gaps: 0, minGapMs: null, minMarginMs: null, violations: [] });
  });
});

describe('guilty logs', () => {
  test('a gap a hundredth of a millisecond short', () => {
    expect(offences([robots, request(109.99, 120, '/1')])).toEqual(['gap']);
  });

  test('a delay measured from the start of a slow response instead of its end', () => {
    expect(offences([robots, request(110, 300, '/slow'), request(310, 320, '/2')])).toEqual(['gap']);
  });

  test('a delay not kept between robots.txt and the first page', () => {
    expect(offences([robots, request(11, 20, '/1')])).toEqual(['gap']);
  });

  test('a page before robots.txt had ended', () => {
    expect(offences([robots, request(5, 200, '/1')])).toContain('before-robots');
  });

  test('a page although robots.txt was never read', () => {
    expect(offences([request(0, 10, '/1')])).toEqual(['before-robots']);
    const unreachable = request(0, 10, '/robots.txt', { robots: true, status: 503 });
    expect(offences([unreachable, request(500, 510, '/1')])).toEqual(['before-robots']);
  });

  test('a page after a robots.txt whose transfer broke', () => {
    expect(offences([{ ...robots, complete: false }, request(500, 510, '/1')])).toEqual(['before-robots']);
  });

  test('another origin’s robots.txt does not count', () => {
    expect(offences([robots, request(500, 510, '/1', { origin: 'http://b' })])).toEqual(['before-robots']);
  });

  test('a disallowed path, the query included', () => {
    expect(offences([robots, request(110, 120, '/private/x?y=1')])).toEqual(['disallowed']);
  });

  test('two in flight at an origin with a delay', () => {
    const judgement = judge([robots, request(110, 200, '/1'), request(150, 160, '/2')], [slow]);
    expect(judgement.violations.map(item => item.offence)).toEqual(['concurrent']);
    expect(judgement.concurrentPerOrigin).toBe(2);
  });

  test('a long response is compared with everything that follows, not only the next request', () => {
    const log = [robots, request(110, 900, '/long'), request(120, 130, '/2'), request(240, 250, '/3')];
    expect(offences(log)).toEqual(['concurrent', 'concurrent']);
  });

  test('a broken Retry-After, by any page of the origin', () => {
    const busy = request(110, 120, '/1', { status: 429, retryAfterMs: 1_000 });
    expect(offences([robots, busy, request(400, 410, '/2')])).toEqual(['retry-after']);
  });

  test('with a delay nothing can cross', () => {
    const busy = request(110, 120, '/1', { status: 503, retryAfterMs: 1_000 });
    expect(offences([robots, busy, request(130, 140, '/2')])).toContain('retry-after');
  });

  test('a Retry-After that was long written down holds after a restart too', () => {
    const log = [robots, request(110, 120, '/1', { status: 503, retryAfterMs: 5_000 }), request(2_000, 2_010, '/1')];
    expect(offences(log, [{ fromMs: 1_500, untilMs: 1_900 }])).toEqual(['retry-after']);
  });

  test('a gap too short across a restart', () => {
    expect(
      offences([robots, request(110, 120, '/1', { complete: false }), request(150, 160, '/1')], [{ fromMs: 120, untilMs: 140 }]),
    ).toEqual(['gap']);
  });

  test('a request after the end of the crawler', () => {
    expect(offences([robots, request(900, 910, '/1')], [{ fromMs: 500, untilMs: 1_000 }])).toEqual(['after-stop']);
  });

  test('an origin nobody knows', () => {
    expect(offences([request(0, 1, '/', { origin: 'http://c' })])).toEqual(['unknown-origin']);
  });
});

test('the table names every origin and every kind of violation', () => {
  const table = judgementTable(judge([robots, request(11, 20, '/private/')], [slow, quick]));
  expect(table).toContain('http://a');
  expect(table).toContain('http://b');
  expect(table).toContain('VIOLATION gap');
  expect(table).toContain('VIOLATION disallowed');
});
