import { blameBecause, blameVerdict, dayWords, failureWords } from '#shared/explain/blame.ts';
import { figure } from '#shared/explain/figure.ts';
import { largest } from '#shared/lists.ts';
import type { HistoryVersion, RobotsBlame, RobotsHistory } from '#shared/model/history.ts';
import { pad, printable } from '../../export/text-width.ts';
import { count, sizeWords } from './units.ts';

const signed = (sign: '+' | '−', n: number): string => (n === 0 ? '' : `${sign}${figure(n)}`);

const sources = { crawl: 'crawl', check: 'check', import: 'import' } as const;
const answer = ({ status, cause, access }: HistoryVersion): string =>
  status === null ? failureWords(cause ?? access) : String(status);

/** What a version changed in text; a version other than the one before is named. */
function textWords({ number, access, lines, standIn }: HistoryVersion): string {
  if (standIn > 0) return `unreachable, v${standIn} used instead`;
  if (access !== 'rules') return 'no text';
  if (!lines) return '';
  const changed = [signed('+', lines.added), signed('−', lines.removed)].filter(Boolean).join(' ');
  if (lines.since === number - 1) return changed || 'as before';
  return changed === '' ? `as v${lines.since}` : `${changed} against v${lines.since}`;
}

function rowOf(version: HistoryVersion): string[] {
  const { number, firstSeenAt, source, bytes, verdicts, isCurrent } = version;
  return [
    `v${number}${isCurrent ? '*' : ''}`,
    dayWords(firstSeenAt),
    sources[source],
    answer(version),
    bytes === null ? '' : sizeWords(bytes),
    textWords(version),
    verdicts ? figure(verdicts.blocked) : '',
    verdicts ? signed('+', verdicts.newlyBlocked) : '',
    verdicts ? signed('+', verdicts.newlyAllowed) : '',
  ];
}

const heads = ['', 'first seen', 'source', 'answer', 'size', 'lines', 'blocked', 'newly blocked', 'newly allowed'];
const right = [false, true, false, false, true, false, true, true, true];

function table(rows: readonly (readonly string[])[]): string[] {
  const sized = (rows[0] ?? []).map((_, at) => largest(rows.map(row => printable(row[at] ?? '').length)));
  return rows.map(row =>
    `  ${row.map((cell, at) => pad(printable(cell), sized[at] ?? 0, right[at] ?? false)).join('  ')}`.trimEnd(),
  );
}

/** One line a version, the oldest first; `*` marks the one in force. */
export function historyText({ origin, profile, versions, counted }: RobotsHistory): string {
  return `${[
    `${origin}/robots.txt, ${count(versions.length, 'version')}, interpreted for ${profile}; verdicts on ${count(counted, 'URL')}`,
    ...table([heads, ...versions.map(rowOf)]),
    ...(versions.some(each => each.isCurrent) ? ['* in force for the crawl'] : []),
  ].join('\n')}\n`;
}

/** The sentence, then what each run of versions says. */
export function blameText({ url, profile, runs, sentence, isStored }: RobotsBlame): string {
  const rows = runs.map(run => [
    run.from === run.to ? `v${run.from}` : `v${run.from}–v${run.to}`,
    dayWords(run.at),
    blameVerdict(run.allowed).toLowerCase(),
    blameBecause(run, run.line),
  ]);
  return `${[`${url}${isStored ? '' : ' (not in this crawl)'}, interpreted for ${profile}`, sentence, '', ...table(rows)].join('\n')}\n`;
}
