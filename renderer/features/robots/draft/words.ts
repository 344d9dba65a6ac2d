import type { LintFinding } from '#shared/model/lint.ts';
import type { ReplayCause, ReplayChange, ReplayCounts, ReplayDifference, ReplayWeight } from '#shared/model/replay.ts';
import { countWords, plural } from '../../../ui/text/format.ts';
import type { EditorCompletion, EditorDiagnostic } from '../editor/editor.tsx';
import type { EditorGutter, GutterMark } from '../editor/line-looks.ts';

/** Changes in the order in which they are shown, with their words. */
export const changes = [
  { name: 'newlyBlocked', label: 'Newly blocked', sign: '▼', tone: 'bad' },
  { name: 'newlyAllowed', label: 'Newly allowed', sign: '▲', tone: 'ok' },
  { name: 'undecided', label: 'Undecided', sign: '?', tone: 'warn' },
  { name: 'otherLine', label: 'Same, by another line', sign: '=', tone: 'other' },
  { name: 'unchanged', label: 'Unchanged', sign: '', tone: '' },
] as const satisfies readonly {
  readonly name: ReplayChange;
  readonly label: string;
  readonly sign: string;
  readonly tone: string;
}[];

export type ListedChange = Exclude<ReplayChange, 'unchanged'>;

/** Which changed URLs are listed. */
export type DraftPick =
  | { readonly kind: 'change'; readonly change: ListedChange }
  | { readonly kind: 'cause'; readonly key: string }
  | { readonly kind: 'section'; readonly section: string }
  | { readonly kind: 'lost' };

/** The same for the same edit in two comparisons that follow each other. */
export const causeKey = ({ edit, oldLine, newLine }: ReplayCause): string => `${edit} ${oldLine} ${newLine}`;

/**
 * How a draft relates to the stored text: 'as stored', 'saved', 'not saved', or 'empty, as no file is stored' if the
 * response was not a file.
 */
export function keptWords(isDirty: boolean, isOpen: boolean, isRules: boolean): string {
  if (isDirty) return 'not saved';
  if (isOpen) return 'saved';
  return isRules ? 'as stored' : 'empty, as no file is stored';
}

/** Heading of the edits that cause the changes. `replaces`: the stored response is not a file. */
export const becauseWords = (causes: number, replaces: boolean): string =>
  replaces ? 'Because a file replaces the error response' : `Because of ${plural(causes, 'edit')}`;

/** `line 14 added`, with the text apart. */
export function causeWords({ edit, oldLine, newLine }: ReplayCause, replaces = false): string {
  switch (edit) {
    case 'added':
      return `Line ${newLine} added`;
    case 'removed':
      return `Line ${oldLine} of the stored file removed`;
    case 'changed':
      return `Line ${newLine} changed`;
    case 'structure':
      return 'Groups or their order changed';
    case 'access':
      if (replaces) return 'The stored error response applied to the whole site; now the draft applies';
      return 'The response to robots.txt changes, or blocks the whole site';
  }
}

/** `3,412 newly blocked, 2 newly allowed`. */
export function countsWords(counts: ReplayCounts): string {
  const parts = changes
    .filter(({ name }) => name !== 'unchanged' && counts[name] > 0)
    .map(({ name, label }) => `${countWords(counts[name])} ${label.toLowerCase()}`);
  return parts.join(', ');
}

/** `1 at depth 0, 12 at depth 1`; the last depth includes all greater ones. */
export function depthWords({ byDepth }: ReplayWeight): string {
  const last = byDepth.length - 1;
  const parts = byDepth.flatMap((urls, depth) =>
    urls > 0 ? [`${countWords(urls)} at depth ${depth}${depth === last ? ' and beyond' : ''}`] : [],
  );
  return parts.join(', ');
}

/** What each line of the draft does, beside it: where an added or changed line blocks or allows. */
export function effectGutter(found: ReplayDifference | null, onPick: (pick: DraftPick) => void): readonly EditorGutter[] {
  const marks = new Map<number, GutterMark>();
  for (const cause of found?.causes ?? []) {
    const { newlyBlocked, newlyAllowed } = cause.counts;
    if (cause.newLine === 0 || marks.has(cause.newLine) || newlyBlocked + newlyAllowed === 0) continue;
    const blocks = newlyBlocked >= newlyAllowed;
    marks.set(cause.newLine, {
      text: `${blocks ? '▼' : '▲'} ${countWords(blocks ? newlyBlocked : newlyAllowed)}`,
      title: `${countsWords(cause.counts)}. List them`,
      tone: blocks ? 'bad' : 'ok',
      onClick: () => onPick({ kind: 'cause', key: causeKey(cause) }),
    });
  }
  return [{ label: 'URLs whose verdict a line changes', marks }];
}

/** Places in a text by the bytes of its UTF-8 form. */
function unitsByByte(text: string): (byte: number) => number {
  if (/^[\0-\x7f]*$/.test(text)) return byte => byte;
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (let each = 0; each < bytes; each += 1) starts.push(at);
    at += point > 0xffff ? 2 : 1;
  }
  return byte => starts[byte] ?? text.length;
}

const severities = { E: 'error', W: 'warning', I: 'info' } as const;

/** Squiggles of a draft, with fixes that can be made in it. */
export function draftMarks(text: string, findings: readonly LintFinding[]): EditorDiagnostic[] {
  const unit = unitsByByte(text);
  return findings
    .filter(finding => finding.line > 0)
    .map(({ line, column, endColumn, severity, id, message, why, fix }) => ({
      line,
      column,
      endColumn: Math.max(endColumn, column + 1),
      severity: severities[severity],
      id,
      message,
      why,
      ...(fix === null
        ? {}
        : {
            fix: {
              title: fix.title,
              changes: fix.edits.map(edit => ({ from: unit(edit.start), to: unit(edit.end), insert: edit.insert })),
            },
          }),
    }));
}

/** Keys robots.txt files have, the usual ones first. */
const fields: readonly EditorCompletion[] = [
  { label: 'User-agent: ', detail: 'starts a group' },
  { label: 'Disallow: ', detail: 'may not be fetched' },
  { label: 'Allow: ', detail: 'may be fetched' },
  { label: 'Sitemap: ', detail: 'a full URL' },
  { label: 'Crawl-delay: ', detail: 'seconds; many crawlers ignore it' },
  { label: 'Clean-param: ', detail: 'Yandex' },
  { label: 'Host: ', detail: 'Yandex, once' },
  { label: 'Request-rate: ', detail: 'few crawlers use it' },
  { label: 'Visit-time: ', detail: 'few crawlers use it' },
  { label: 'Content-Signal: ', detail: 'a declaration, not a rule' },
];

export interface CompletionSource {
  /** Names known to the window, and those of the stored file. */
  readonly agents: readonly string[];
  readonly own: readonly string[];
  readonly sections: readonly { readonly section: string; readonly urls: number }[];
  readonly origin: string;
}

/** Names of User-agent lines in a text, each once. */
export function agentsIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const [, name = ''] of text.matchAll(/^[ \t]*user-agent[ \t]*:[ \t]*([^#\s]+)/gim)) found.set(name.toLowerCase(), name);
  return [...found.values()];
}

/** Completions at a column of a line, and the column where the replacement starts. */
export function completeAt(
  { agents, own, sections, origin }: CompletionSource,
  line: string,
  column: number,
): { readonly from: number; readonly options: readonly EditorCompletion[] } | null {
  const before = line.slice(0, column);
  if (before.includes('#')) return null;
  const colon = before.indexOf(':');
  if (colon < 0) return { from: before.length - before.trimStart().length, options: fields };
  const key = before.slice(0, colon).trim().toLowerCase();
  const from = colon + 1 + (/^[ \t]*/.exec(before.slice(colon + 1))?.[0].length ?? 0);
  if (key === 'user-agent') {
    const known = new Set(own.map(name => name.toLowerCase()));
    return {
      from,
      options: [
        { label: '*', detail: 'every other crawler' },
        ...own.filter(name => name !== '*').map(label => ({ label, detail: 'in this file' })),
        ...agents.filter(name => !known.has(name.toLowerCase())).map(label => ({ label })),
      ],
    };
  }
  if (key === 'allow' || key === 'disallow')
    return { from, options: sections.map(({ section, urls }) => ({ label: section, detail: plural(urls, 'URL') })) };
  if (key === 'sitemap') return { from, options: [{ label: `${origin}/sitemap.xml` }] };
  return null;
}
