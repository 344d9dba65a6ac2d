// Milliseconds for 10,000 assertions on a usual and on a huge robots.txt, and what that is in plain verdicts. Run: node scripts/bench/assert.mjs

import { assertionReport, readFile, singleFile } from '#core/assertions/report.ts';
import { quickVerdict } from '#core/robots/decide.ts';
import { google } from '#core/robots/dialects/google.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';

const count = 10_000;
const limitMs = 1_000;
const crawlers = ['Googlebot', 'bingbot', '*', 'GPTBot', 'MyBot', 'yandexbot'];
const words = ['shop', 'product', 'private', 'archive', 'search', 'images', 'news', 'user', 'cart', 'forum', 'tag', 'api'];

// A small generator with a fixed seed, so that every run measures the same file.
let state = 12345;
const below = n => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >>> 8) % n;
};
const word = () => words[below(words.length)];

const robotsText = rules =>
  [
    'User-agent: *',
    ...Array.from(
      { length: rules },
      () => `${below(4) === 0 ? 'Allow' : 'Disallow'}: /${word()}/${word()}${below(rules)}${below(5) === 0 ? '*.pdf$' : '/'}`,
    ),
  ].join('\n');

// Processor time, not the clock: other programs on the machine must not count.
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let worst = 0;
for (const rules of [100, 20_000]) {
  const bytes = new TextEncoder().encode(robotsText(rules));
  const paths = Array.from({ length: count }, () => `/${word()}/${word()}${below(rules)}/item-${below(5000)}.pdf`);
  const lines = paths.map((path, at) => `${at % 2 ? 'allow' : 'deny'} ${crawlers[at % crawlers.length]} ${path}`);
  const text = ['site https://www.example.com', ...lines].join('\n');
  const times = [];
  let report;
  for (let round = 0; round < 5; round += 1) {
    const started = cpuMs();
    report = assertionReport(text, singleFile(readFile('robots.txt', bytes), 'https://www.example.com'));
    times.push(cpuMs() - started);
  }
  const file = parseRobots(bytes, google);
  const started = cpuMs();
  for (const path of paths) quickVerdict(file, google, 'Googlebot', `https://www.example.com${path}`);
  const bare = cpuMs() - started;
  const [first] = times;
  const best = Math.min(...times);
  worst = Math.max(worst, first);
  console.log(
    `${rules} rules, ${count} assertions (${report.met} met, ${report.unmet} not met): first ${first.toFixed(0)} ms, best of 5 ${best.toFixed(0)} ms; bare verdicts ${bare.toFixed(0)} ms; ratio ${(best / bare).toFixed(1)}`,
  );
}
console.log(`${worst < limitMs ? 'within' : 'OVER'} the limit of ${limitMs} ms`);
process.exitCode = worst < limitMs ? 0 : 1;
