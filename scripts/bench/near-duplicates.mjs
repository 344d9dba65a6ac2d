// What near-duplicate signatures and groups cost and how far they are off:
//
//   node_modules/.bin/node scripts/bench/near-duplicates.mjs [--pages N]
//
// µs a page of 500 words for the signature; seconds for grouping N generated signatures (default 200,000) of several kinds of site;
// the error of the estimated similarity against the exact one, by length of the text.
import { parseArgs } from 'node:util';
import { nearDuplicateSteps } from '../../electron/core/text/near-duplicates.ts';
import { signatureOf, similarity } from '../../electron/core/text/signature.ts';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '200000' }, group: { type: 'boolean' } } });
const PAGES = Number(values.pages);
/** Slots of a signature, of four bits each. */
const SLOTS = 256;
const LENGTH = SLOTS / 2;

let state = 12345;
/** Mulberry32: a number below n. */
function next(n) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) % n;
}
const word = () => (next(20_000) * 7919).toString(36).replaceAll(/\d/g, 'e');
const words = n => Array.from({ length: n }, word);
const say = line => process.stdout.write(`${line}\n`);

/** µs of this process so far. */
const cpu = () => process.cpuUsage().user + process.cpuUsage().system;

function signing() {
  const pages = Array.from({ length: 200 }, () => words(500).join(' '));
  const rounds = [];
  for (let round = 0; round < 40; round++) {
    const start = cpu();
    for (const page of pages) signatureOf(page);
    rounds.push((cpu() - start) / pages.length);
  }
  rounds.sort((a, b) => a - b);
  say(`signature: ${rounds[20].toFixed(1)} µs a page of 500 words (median of CPU time; best ${rounds[0].toFixed(1)})`);
}

const SITES = {
  'all different': SLOTS,
  'all equal': 0,
  'one text, each with 1 % of the slots changed': 3,
  'all alike by 0.5': 75,
  'all alike by 0.7': 42,
  'all alike by 0.8': 27,
  'all alike by 0.86': 19,
};

const random = n => Math.floor(Math.random() * n);

function change(at, slots) {
  for (let i = 0; i < slots; i++) {
    const slot = random(SLOTS);
    const shift = 4 * (slot & 1);
    at[slot >> 1] = (at[slot >> 1] & (0xf0 >>> shift)) | (random(16) << shift);
  }
}

/** PAGES signatures: variants of one text. Every hundredth is a copy of the previous one with 20 slots (8 %) redrawn. */
function siteOf(slots) {
  const signatures = new Uint8Array(PAGES * LENGTH);
  const text = Uint8Array.from({ length: LENGTH }, () => random(256));
  for (let i = 0; i < PAGES; i++) {
    const at = signatures.subarray(i * LENGTH, (i + 1) * LENGTH);
    if (slots === SLOTS) for (let byte = 0; byte < LENGTH; byte++) at[byte] = random(256);
    else at.set(text);
    if (slots < SLOTS) change(at, slots);
    if (i % 100 !== 99) continue;
    at.set(signatures.subarray((i - 1) * LENGTH, i * LENGTH));
    change(at, 20);
  }
  return signatures;
}

function grouping(name, slots) {
  const signatures = siteOf(slots);
  const before = process.memoryUsage();
  const start = cpu();
  const steps = nearDuplicateSteps(signatures, 0.9);
  let longest = 0;
  let last = performance.now();
  let peak = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    peak = Math.max(peak, process.memoryUsage().rss);
    last = performance.now();
  }
  const seconds = ((cpu() - start) / 1e6).toFixed(1);
  const { groups, group, partner } = step.value;
  let found = 0;
  for (let i = 99; i < PAGES; i += 100) if (group[i] !== -1 && group[i] === group[i - 1]) found++;
  const recall = ((found * 100) / Math.floor(PAGES / 100)).toFixed(2);
  const members = partner.reduce((n, other) => n + (other === -1 ? 0 : 1), 0);
  const mib = Math.round((peak - before.rss) / 2 ** 20);
  say(
    `${name}: ${PAGES} in ${seconds} s CPU, longest step ${Math.round(longest)} ms, +${mib} MiB, ${groups} groups of ${members}, ${recall} % of the pairs`,
  );
}

function exact(a, b) {
  const shingles = list => new Set(list.slice(4).map((_, i) => list.slice(i, i + 5).join(' ')));
  const [left, right] = [shingles(a), shingles(b)];
  const both = [...left].filter(shingle => right.has(shingle)).length;
  return both / (left.size + right.size - both);
}

/** Text pairs around a similarity of 0.9: some words of one are replaced in the other. */
function errors(length) {
  const found = [];
  while (found.length < 1_000) {
    const a = words(length);
    const b = [...a];
    for (let i = 0; i < Math.max(1, length * 0.012 * (0.5 + next(100) / 100)); i++) b[next(length)] = word();
    const share = exact(a, b);
    if (share < 0.85 || share >= 1) continue;
    found.push(similarity(signatureOf(a.join(' ')), signatureOf(b.join(' '))) - share);
  }
  const sorted = found.map(Math.abs).sort((a, b) => a - b);
  const mean = found.reduce((sum, error) => sum + error, 0) / found.length;
  const deviation = Math.sqrt(found.reduce((sum, error) => sum + error * error, 0) / found.length);
  const shown = [mean, deviation, sorted[Math.floor(sorted.length * 0.95)], sorted.at(-1)].map(value => value.toFixed(4));
  say(`${length} words: mean error ${shown[0]}, standard error ${shown[1]}, 95 % within ${shown[2]}, worst ${shown[3]}`);
}

signing();
if (!process.argv.includes('--group')) for (const length of [60, 200, 500, 2_000, 10_000]) errors(length);
for (const [name, slots] of Object.entries(SITES)) grouping(name, slots);
