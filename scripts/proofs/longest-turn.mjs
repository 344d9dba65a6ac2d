// Crawls sites on 127.0.0.1 whose responses are designed to block the crawl, and prints the longest turn of the
// crawl's thread for each. Exit 1 if one takes 250 ms of processor time or more.
//
//   node_modules/.bin/node scripts/proofs/longest-turn.mjs [--only WORDS|WORDS]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSession } from '../../electron/engine/session/session.ts';
import { defaultSettings } from '../../shared/model/crawl.ts';
import { longestHold } from '../../test/support/longest-hold.ts';
import { hostileSites, moreHostileSites } from '../../test/support/proof/hostile-responses.ts';
import { startSite } from '../../test/support/site.ts';
import { printFigures } from './figures.mjs';

const mostMs = 250;
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const words = values.only.split('|');
const folder = mkdtempSync(join(tmpdir(), 'longest-turn-'));
let longest = 0;
let sites = 0;
let slow = 0;
try {
  for (const [index, { name, answers, sitemaps }] of [...hostileSites, ...moreHostileSites].entries()) {
    if (!words.some(word => name.includes(word))) continue;
    const site = await startSite(answers());
    const settings = { ...defaultSettings, delayMs: 0, maxAttempts: 1, maxPages: 2, sitemaps, seeds: [site.url('/')] };
    const session = createSession(join(folder, `${index}.crawl`), settings);
    const started = performance.now();
    const turn = await longestHold(() => session.run());
    const whole = performance.now() - started;
    longest = Math.max(longest, turn);
    sites += 1;
    if (turn >= mostMs) slow += 1;
    console.log(`${name.padEnd(45)} longest turn ${turn.toFixed(0).padStart(5)} ms, whole crawl ${(whole / 1000).toFixed(1)} s`);
    await session.close();
    await site.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`The longest turn took ${longest.toFixed(0)} ms of processor time; the limit is ${mostMs} ms.`);
printFigures(sites, slow, { 'longest turn, ms': Math.round(longest) });
