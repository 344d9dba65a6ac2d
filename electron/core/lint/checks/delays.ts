import { type Check, type Finding, type Hurts, keySpan, valueSpan, wholeSpan } from '../diagnostic.ts';
import { only } from '../hurts.ts';
import type { SourceLine } from '../source.ts';

const NUMBER = /^(\d{1,12}(\.\d{1,12})?|\.\d{1,12})$/;
const seconds = (line: SourceLine): number | null =>
  line.kind === 'crawl-delay' && NUMBER.test(line.value) ? Number(line.value) : null;
const delay = (
  line: SourceLine,
  wanted: (value: number) => boolean,
  says: (value: number) => string,
  better: (value: number) => number,
): Finding | null => {
  const value = seconds(line);
  return value !== null && wanted(value)
    ? { says: says(value), at: valueSpan(line), replacement: `${better(value)}`, safe: false }
    : null;
};
/** A finding about the keyword of a line of one of these kinds. */
const key = (line: SourceLine, kinds: readonly SourceLine['kind'][], says: string): Finding | null =>
  kinds.includes(line.kind) ? { says, at: keySpan(line) } : null;

export const delayChecks: readonly Check[] = [
  {
    id: 'X-DELAY-IGNORED',
    title: 'Crawl-delay is not used everywhere',
    severity: 'I',
    on: 'line',
    why: 'Google never used Crawl-delay, and Yandex stopped in 2018.',
    fix: 'Set the crawl rate in their webmaster tools',
    fixes: null,
    source: 'Google; Yandex: robots.txt',
    hurts: ({ crawlDelay }) => crawlDelay.value.use === 'ignored',
    find: line => key(line, ['crawl-delay'], 'Crawl-delay is ignored by Google and Yandex'),
  },
  {
    id: 'X-DELAY-VALUE',
    title: 'Crawl-delay is not a number',
    severity: 'E',
    on: 'line',
    why: 'The value is a number of seconds. Crawlers ignore other values, and one parser rejects the file.',
    fix: 'Write a number',
    fixes: null,
    source: 'Ours: found comparing parsers',
    hurts: ({ crawlDelay }) => crawlDelay.value.use === 'honoured',
    find: line => {
      if (line.kind !== 'crawl-delay' || seconds(line) !== null) return null;
      const number = /^(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(?:s|sec|secs|second|seconds)\.?$/i.exec(line.value)?.[1];
      const mended = number === undefined ? {} : { replacement: number };
      return { says: `Not a number: “${line.value.slice(0, 60)}”`, at: valueSpan(line), ...mended };
    },
  },
  {
    id: 'X-DELAY-LARGE',
    title: 'Crawl-delay blocks the site',
    severity: 'E',
    on: 'line',
    why: 'Above a limit (64 s for YioopBot, 300 s for crawler-commons) the whole site counts as blocked.',
    fix: 'Use at most 30 seconds',
    fixes: 'asks',
    source: 'YioopBot, crawler-commons: source code',
    hurts: ({ crawlDelay }) => crawlDelay.value.closesAbove !== null,
    find: line => {
      const value = seconds(line) ?? 0;
      const closes: Hurts = ({ crawlDelay }) => crawlDelay.value.closesAbove !== null && value > crawlDelay.value.closesAbove;
      return value > 64
        ? {
            says: `${value} s blocks the whole site for some crawlers`,
            at: valueSpan(line),
            hurts: closes,
            replacement: '30',
            safe: false,
          }
        : null;
    },
  },
  {
    id: 'X-DELAY-BING',
    title: 'Crawl-delay outside Bing’s range',
    severity: 'W',
    on: 'line',
    why: 'Bing accepts values from 1 to 30.',
    fix: 'Use at most 30 seconds',
    fixes: 'asks',
    source: 'Bing Webmaster: crawl delay',
    hurts: only('bing'),
    find: line =>
      delay(
        line,
        value => value > 30 || value < 1,
        value => `Bing takes 1 to 30 s, not ${value}`,
        value => (value < 1 ? 1 : 30),
      ),
  },
  {
    id: 'X-DELAY-FRACTION',
    title: 'Crawl-delay with decimals',
    severity: 'I',
    on: 'line',
    why: 'Parsers that accept only whole numbers drop the line or the fraction.',
    fix: 'Write a whole number',
    fixes: 'asks',
    source: 'Ours: found comparing parsers',
    hurts: ({ crawlDelay }) => crawlDelay.value.number.includes('integer'),
    find: line =>
      delay(
        line,
        value => !Number.isInteger(value),
        () => 'Not a whole number of seconds',
        Math.ceil,
      ),
  },
  {
    id: 'X-DELAY-GLOBAL',
    title: 'Crawl-delays differ',
    severity: 'W',
    on: 'file',
    why: 'One parser applies the last Crawl-delay of the file to all robots.',
    fix: null,
    fixes: null,
    source: 'Geoportal: source code',
    hurts: ({ crawlDelay }) => crawlDelay.value.scope === 'whole-file',
    find: source => {
      const last = source.byKind('crawl-delay').at(-1);
      const values = new Set(source.byKind('crawl-delay').map(line => line.value));
      return last && values.size > 1
        ? { says: 'The groups have different Crawl-delays; some crawlers apply this one to all robots', at: wholeSpan(last) }
        : null;
    },
  },
];
