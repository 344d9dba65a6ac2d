import type { Coverage, LineCoverage } from '#core/replay/coverage.ts';
import { type Cause, type Difference, flipsOf } from '#core/replay/difference.ts';
import type { Weight } from '#core/replay/weight.ts';
import { answerDecides } from '#shared/explain/coverage.ts';
import { figure } from '#shared/explain/figure.ts';
import { largest } from '#shared/lists.ts';
import { pad, printable } from '../../export/text-width.ts';
import { count } from './units.ts';

const SHOWN_LINES = 24;
const SHOWN_CAUSES = 8;
const SHOWN_SECTIONS = 6;

/** The header of the output: whose robots.txt, which version, which crawler. */
export interface ReplayHead {
  readonly origin: string;
  readonly version: number;
  readonly profile: string;
  readonly dialect: string;
  readonly agent: string;
  readonly answer: string;
}

const headLine = ({ origin, version, profile, dialect, agent, answer }: ReplayHead): string =>
  `${origin}/robots.txt, version ${version} (${answer}), interpreted for ${profile} (${agent}; dialect ${dialect})`;

/** Columns aligned, numbers to the right. */
function columns(rows: readonly (readonly string[])[], right: readonly boolean[]): string[] {
  const widths = right.map((_, at) => Math.max(0, largest(rows.map(row => printable(row[at] ?? '').length))));
  return rows.map(row =>
    `  ${row.map((cell, at) => pad(printable(cell), widths[at] ?? 0, right[at] ?? false)).join('  ')}`.trimEnd(),
  );
}

function coverageRow(each: LineCoverage, textOf: (line: number) => string): string[] {
  const parts = [
    ...(each.blocks > 0 ? [`${figure(each.blocks)} blocked`] : []),
    ...(each.allows > 0 ? [`${figure(each.allows)} allowed`] : []),
    ...(each.undecided > 0 ? [`${figure(each.undecided)} undecided`] : []),
  ];
  const note = parts.length > 0 ? parts.join(', ') : each.loses > 0 ? 'matches, but another line decides' : 'matches nothing';
  return [String(each.line), textOf(each.line), figure(each.decides), figure(each.loses), note];
}

/** One screen: the lines that decide most, what is left over, and the sum. `textOf` gives a line as written. */
export function coverageText(head: ReplayHead, coverage: Coverage, textOf: (line: number) => string): string {
  const { lines, noRule, total } = coverage;
  if (!coverage.isFile) return `${headLine(head)}\n${count(total, 'URL')}; ${answerDecides(coverage)}\n`;
  const most = [...lines].sort((a, b) => b.decides - a.decides || b.loses - a.loses || a.line - b.line).slice(0, SHOWN_LINES);
  const shown = lines.length > SHOWN_LINES ? most.sort((a, b) => a.line - b.line) : lines;
  const rows = [['line', 'rule', 'decides', 'loses', ''], ...shown.map(each => coverageRow(each, textOf))];
  const idle = lines.filter(each => each.decides === 0);
  const untouched = idle.filter(each => each.loses === 0);
  return `${[
    headLine(head),
    `${count(total, 'URL')}: ${figure(total - noRule)} decided by a line, ${figure(noRule)} by none`,
    '',
    ...(lines.length > 0 ? columns(rows, [true, false, true, true, false]) : ['  No rule applies to this crawler.']),
    ...(lines.length > shown.length ? [`  and ${count(lines.length - shown.length, 'other line')}; --json has all`] : []),
    '',
    idleSentence(idle.length, untouched.length),
  ].join('\n')}\n`;
}

function idleSentence(idle: number, untouched: number): string {
  if (idle === 0) return 'Every line decides something.';
  const said = `${count(idle, 'line decides', 'lines decide')} nothing`;
  if (untouched === 0) return `${said}, but ${idle === 1 ? 'it matches' : 'all of them match'}.`;
  if (idle === 1) return `${said} and matches nothing.`;
  return `${said}; ${figure(untouched)} of them ${untouched === 1 ? 'matches' : 'match'} nothing either.`;
}

/** `line 14 “Disallow: /*?sort=” added`. */
export function causeWords({ edit, oldLine, newLine, oldText, newText }: Cause): string {
  const was = oldLine > 0 ? `line ${oldLine} “${oldText}”` : 'no rule';
  const is = newLine > 0 ? `line ${newLine} “${newText}”` : 'no rule';
  switch (edit) {
    case 'added':
      return `${is} added`;
    case 'removed':
      return `${was} removed`;
    case 'changed':
      return `${was} changed to ${is}`;
    case 'structure':
      return `groups or order changed: ${was}, now ${is}`;
    default:
      return 'another response to robots.txt';
  }
}

const weightWords = ({ inlinks, inSitemap }: Weight): string => `${count(inlinks, 'inlink')}, ${figure(inSitemap)} in sitemaps`;

const changeWords = (counts: Difference['counts']): string =>
  [
    ...(counts.newlyBlocked > 0 ? [`${figure(counts.newlyBlocked)} newly blocked`] : []),
    ...(counts.newlyAllowed > 0 ? [`${figure(counts.newlyAllowed)} newly allowed`] : []),
    ...(counts.undecided > 0 ? [`${figure(counts.undecided)} undecided`] : []),
    ...(counts.otherLine > 0 ? [`${figure(counts.otherLine)} by another line`] : []),
  ].join(', ');

/**
 * A summary of one screen: the counts, the edits that cause them, and the sections of the site. `lost` URLs can no
 * longer be found by any other link.
 */
export function differenceText(head: ReplayHead, draft: string, difference: Difference, lost: number): string {
  const { counts, weights, causes, sections } = difference;
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const rows = [
    ['newly blocked', figure(counts.newlyBlocked), counts.newlyBlocked > 0 ? weightWords(weights.newlyBlocked) : ''],
    ['newly allowed', figure(counts.newlyAllowed), counts.newlyAllowed > 0 ? weightWords(weights.newlyAllowed) : ''],
    ...(counts.undecided > 0 ? [['undecided', figure(counts.undecided), '']] : []),
    ['same verdict, another line', figure(counts.otherLine), ''],
    ['unchanged', figure(counts.unchanged), ''],
  ];
  const because = causes.slice(0, SHOWN_CAUSES).map(cause => [causeWords(cause), changeWords(cause.counts)]);
  const where = sections.filter(each => flipsOf(each.counts) > 0).slice(0, SHOWN_SECTIONS);
  return `${[
    headLine(head),
    `Compared with draft ${draft},  ${count(total, 'URL')}:`,
    ...columns(rows, [false, true, false]),
    ...(lost > 0
      ? [
          `  ${count(lost, 'URL')} that crawlers may fetch would not be found any more: no link or sitemap entry would lead to them.`,
        ]
      : []),
    ...(because.length > 0 ? ['', 'Because of', ...columns(because, [false, false])] : []),
    ...(causes.length > because.length ? [`  and ${count(causes.length - because.length, 'other edit')}; --json has all`] : []),
    ...(where.length > 0
      ? [
          '',
          'Where',
          ...columns(
            where.map(each => [each.section, changeWords(each.counts)]),
            [false, false],
          ),
        ]
      : []),
    ...(counts.newlyAllowed > 0 ? ['', 'Not counted: the links on newly allowed pages, which were not fetched.'] : []),
  ].join('\n')}\n`;
}
