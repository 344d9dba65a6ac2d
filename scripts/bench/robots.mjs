// Decisions per second on one thread for small, usual and huge rule sets. Run: node scripts/bench/robots.mjs

import { chooseGroups } from '#core/robots/choose/choose.ts';
import { decideRobots, quickVerdict } from '#core/robots/decide.ts';
import { crawlscope } from '#core/robots/dialects/crawlscope.ts';
import { google } from '#core/robots/dialects/google.ts';
import { heritrix } from '#core/robots/dialects/heritrix.ts';
import { urllib2026 } from '#core/robots/dialects/urllib-2026.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { below, rulesText, word } from './generated-rules.mjs';

function urlsFor(count) {
  return Array.from(
    { length: 1000 },
    () => `https://www.example.com/${word()}/${word()}${below(count)}/item-${below(5000)}.html?page=${below(40)}`,
  );
}

// Processor time, not the clock: other programs on the machine must not count.
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function perSecond(work, count) {
  for (let round = 0; round < 20; round += 1) work();
  const started = cpuMs();
  let rounds = 0;
  while (cpuMs() - started < 500) {
    work();
    rounds += 1;
  }
  return Math.round((rounds * count) / ((cpuMs() - started) / 1000));
}

const show = (what, rate) => console.log(`${what.padEnd(44)} ${rate.toLocaleString('en').padStart(14)} /s`);

for (const count of [4, 100, 20_000]) {
  const bytes = new TextEncoder().encode(rulesText(count));
  const started = cpuMs();
  const file = parseRobots(bytes, crawlscope);
  const { compiled } = chooseGroups(file, crawlscope, 'Crawlscope');
  // Rules are indexed after a few paths were matched.
  for (let asked = 0; asked < 20; asked += 1) compiled.verdictLine('/');
  const readMs = cpuMs() - started;
  console.log(`${count} rules, ${bytes.length} bytes, ${compiled.size} kept; read and indexed in ${readMs.toFixed(1)} ms`);
  const urls = urlsFor(count);
  const paths = urls.map(url => url.slice('https://www.example.com'.length));
  let decided = 0;
  show(
    '  verdictLine(path)',
    perSecond(() => {
      for (const path of paths) if (compiled.verdictLine(path) !== 0) decided += 1;
    }, paths.length),
  );
  show(
    '  quickVerdict(url)',
    perSecond(() => {
      for (const url of urls) if (quickVerdict(file, crawlscope, 'Crawlscope', url).allowed) decided += 1;
    }, urls.length),
  );
  show(
    '  decideRobots(url), with ranking',
    perSecond(() => {
      for (const url of urls) if (decideRobots(file, crawlscope, 'Crawlscope', url).allowed) decided += 1;
    }, urls.length),
  );
  for (const dialect of [google, urllib2026, heritrix]) {
    const read = parseRobots(bytes, dialect);
    show(
      `  quickVerdict(url), ${dialect.id}`,
      perSecond(() => {
        for (const url of urls) if (quickVerdict(read, dialect, 'Crawlscope', url).allowed) decided += 1;
      }, urls.length),
    );
  }
  if (decided === 0) throw new Error('nothing was decided');
}

const raw = urlsFor(100);
show(
  'normalizeUrl',
  perSecond(() => {
    for (const url of raw) normalizeUrl(url);
  }, raw.length),
);
