// How long a whole crawl takes to replay, to count, to compare and to fix. Run: node scripts/bench/replay.mjs [runs] [most URLs]

import { profiles } from '#core/crawlers/profiles.ts';
import { graphOf } from '#core/graph/link-graph.ts';
import { History } from '#core/replay/blame.ts';
import { coverageOf } from '#core/replay/coverage.ts';
import { differenceOf } from '#core/replay/difference.ts';
import { Disagreements } from '#core/replay/disagreements.ts';
import { lostDiscovery } from '#core/replay/discovery.ts';
import { judgeOf } from '#core/replay/judge.ts';
import { minimalFix } from '#core/replay/minimal-fix.ts';
import { blockedRows, replay } from '#core/replay/replay.ts';
import { replayEdited } from '#core/replay/replay-edited.ts';
import { TargetTable } from '#core/replay/target-table.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { finish } from '#core/steps.ts';
import { below, rulesText, word } from './generated-rules.mjs';

const runs = Number(process.argv[2] ?? 20);
const most = Number(process.argv[3] ?? 1_000_000);
function targetFor(count) {
  const path = `/${word()}/${word()}${below(count)}/`;
  switch (below(8)) {
    case 0:
      return path;
    case 1:
      return `${path}item-${below(9999)}.html?sort=${word()}&page=${below(40)}`;
    case 2:
      return `${path}caf%C3%A9-${below(9999)}`;
    case 3:
      return `${path}${word()}/print/${below(9999)}.pdf`;
    case 4:
      return `${path}?sessionid=${below(1e6)}&lang=en`;
    default:
      return `${path}item-${below(99999)}-${word()}-and-${word()}.html`;
  }
}

function tableOf(urls, rules) {
  const table = new TargetTable('https://www.example.com');
  for (let id = 1; id <= urls; id += 1)
    table.add({ id, target: targetFor(rules), inlinks: below(50), depth: below(8), inSitemap: below(3) === 0 });
  return table;
}

const encoder = new TextEncoder();
function judgeOfText(text, id) {
  const dialect = dialectById(id);
  const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
  return judgeOf(access, encoder.encode(text), dialect, { productToken: 'Crawlscope', userAgent: '' });
}

// Processor time, not the clock: other programs on the machine must not count.
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function measure(what, work, count = runs) {
  work();
  const times = [];
  for (let run = 0; run < count; run += 1) {
    const started = cpuMs();
    work();
    times.push(cpuMs() - started);
  }
  times.sort((a, b) => a - b);
  const at = share => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0).padStart(6);
  console.log(`  ${what.padEnd(44)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   (${count} runs)`);
}

/** The longest time between two steps: how long a caller waits before it can give way or cancel. */
function longestStep(steps) {
  let longest = 0;
  for (;;) {
    const started = performance.now();
    const { done } = steps.next();
    longest = Math.max(longest, performance.now() - started);
    if (done) return longest;
  }
}

const heapOf = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const few = Math.min(runs, 5);
for (const [urls, rules] of [
  [200_000, 200],
  [1_000_000, 100],
]) {
  if (urls > most) continue;
  const heap = heapOf();
  const started = performance.now();
  const table = tableOf(urls, rules);
  const took = performance.now() - started;
  console.log(
    `${urls.toLocaleString('en')} URLs × ${rules} rules; table built in ${took.toFixed(0)} ms, ${((heapOf() - heap) / urls).toFixed(0)} octets a URL with its text`,
  );
  const text = rulesText(rules);
  for (const id of ['crawlscope', 'google', 'protego', 'urllib']) {
    const judge = judgeOfText(text, id);
    measure(`replay, ${id}`, () => finish(replay(table, judge)));
  }
  const judge = judgeOfText(text, 'crawlscope');
  console.log(`  longest step of a replay (by the clock) ${longestStep(replay(table, judge)).toFixed(1)} ms`);
  const before = finish(replay(table, judge));
  const lines = text.split('\n');
  const edited = [...lines.slice(0, 40), 'Disallow: /*?sort=', ...lines.slice(41), 'Disallow: /forum/'].join('\n');
  const after = finish(replay(table, judgeOfText(edited, 'crawlscope')));
  measure('coverage', () => finish(coverageOf(table, before)));
  measure('difference', () => finish(differenceOf(table, before, after)));
  measure('keystroke: parse, replay, difference', () =>
    finish(differenceOf(table, before, finish(replay(table, judgeOfText(edited, 'crawlscope'))))),
  );
  const next = `${edited}\nDisallow: /tag/`;
  measure('next keystroke: parse, edited replay, difference', () =>
    finish(differenceOf(table, before, finish(replayEdited(table, judgeOfText(next, 'crawlscope'), [after])))),
  );
  const versions = [judge];
  for (let version = 1; version < 50; version += 1) {
    lines.splice(1 + below(lines.length - 1), 1, `Disallow: /${word()}/${word()}${below(rules)}/`);
    versions.push(judgeOfText(lines.join('\n'), 'crawlscope'));
  }
  const newest = finish(replay(table, versions.at(-1)));
  const history = new History(versions);
  measure('blame over 50 versions', () => finish(history.blameRows(table, newest)), few);
  const chosen = table.targets.flatMap((target, row) => (target.startsWith('/shop/') && target.endsWith('.pdf') ? [row] : []));
  measure(
    `smallest fix for ${chosen.length.toLocaleString('en')} URLs`,
    () => finish(minimalFix(table, before, encoder.encode(text), chosen.slice(0, 20_000), 'block')),
    1,
  );
  const parties = profiles().map(profile => {
    const dialect = dialectById(profile.dialect);
    const access = robotsAccess({ kind: 'status', status: 200 }, dialect);
    return { profile: profile.id, names: profile, judge: judgeOf(access, encoder.encode(text), dialect, profile) };
  });
  measure(
    `disagreements of ${parties.length} crawlers`,
    () => finish(new Disagreements(table, parties, encoder.encode(text)).update()),
    1,
  );
  const count = urls * 10;
  const pairs = {
    from: Int32Array.from({ length: count }, () => below(urls)),
    to: Int32Array.from({ length: count }, () => below(urls)),
    count,
  };
  measure(`link graph of ${count.toLocaleString('en')} links`, () => finish(graphOf(urls, pairs)), few);
  const graph = finish(graphOf(urls, pairs));
  measure('lost discovery', () => finish(lostDiscovery(graph, [0], blockedRows(before), blockedRows(after))), few);
}
