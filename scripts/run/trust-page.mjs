// docs/trust-runs.jsonl has one line for each campaign that was run with --write; docs/trust.md shows them.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { campaigns } from '../proofs/campaigns.mjs';
import { ROOT } from './checkout.cjs';

const RUNS = join(ROOT, 'docs/trust-runs.jsonl');
const PAGE = join(ROOT, 'docs/trust.md');
const [BEGIN, END] = ['<!-- begin: npm run trust -- --write -->', '<!-- end -->'];
const stageNames = { ci: 'each push', nightly: 'nightly' };

const number = value => value.toLocaleString('en');
/** The runs that were recorded, oldest first. */
export const readRuns = () =>
  existsSync(RUNS)
    ? readFileSync(RUNS, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    : [];

/** Adds these results of a stage to the runs, and writes the page again. `day`: as in 2026-11-23. */
export function recordRuns(stage, results, day) {
  for (const { id, seed, count = 0, wrong = 0, ms, fault } of results)
    appendFileSync(RUNS, `${JSON.stringify({ day, stage, id, seed, count, wrong, seconds: Math.round(ms / 1000), fault })}\n`);
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/trust.md lacks ${BEGIN} or ${END}`);
  writeFileSync(PAGE, `${page.slice(0, from)}${figuresOf(readRuns())}${page.slice(to + END.length)}`);
}

/** What the page says between its marks. */
export function figuresOf(runs) {
  const lines = [BEGIN, ''];
  for (const { id, promise, how, unit, ci, nightly, spread } of campaigns) {
    const own = runs.filter(run => run.id === id);
    lines.push(`### ${id}`, '', `**${promise}** ${how}`, '');
    const spreads = spread ? ' Each run has another seed; the sum counts.' : '';
    lines.push(`Goal: ${number(ci.least)} ${unit} with each push, ${number(nightly.least)} nightly.${spreads}`, '');
    if (own.length === 0) {
      lines.push('Not run yet.', '');
      continue;
    }
    lines.push(`| run | day | seed | ${unit} | wrong | time |`, '| --- | --- | ---: | ---: | ---: | ---: |');
    for (const stage of Object.keys(stageNames)) {
      const last = own.findLast(run => run.stage === stage);
      if (last === undefined) continue;
      const { day, seed, count, wrong, seconds, fault } = last;
      const remark = fault === '' || wrong > 0 ? '' : ` (${fault})`;
      lines.push(
        `| ${stageNames[stage]} | ${day} | ${seed ?? '–'} | ${number(count)}${remark} | ${number(wrong)} | ${seconds} s |`,
      );
    }
    const sum = key => own.reduce((total, run) => total + run[key], 0);
    lines.push(`| all ${own.length} runs | | | ${number(sum('count'))} | ${number(sum('wrong'))} | |`, '');
  }
  lines.push(END);
  return lines.join('\n');
}
