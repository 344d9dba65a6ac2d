import { moreWords } from '#shared/explain/page-notes.ts';
import { subjectWords } from '#shared/explain/page-verdict.ts';
import type { PageExplanation, PageNote, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { MatrixReason, MatrixRow } from '#shared/model/matrix.ts';
import { timeWords } from './units.ts';

const evidence = ({ label, text }: ResolvedEvidence): string =>
  `  evidence: ${label}${text === '' || text === label ? '' : `: ${text.trim()}`}`;
const note = ({ sentence, evidence: items }: PageNote): string[] => [sentence, ...items.map(evidence)];

const more = (count: number): string[] => (count > 0 ? [`  ${moreWords(count)}`] : []);

/** Titled sections with the stored signals of the response, besides the decisions. Empty sections are omitted. */
export function pageSections({
  canonical,
  hidden,
  notes,
  others,
  historic,
}: PageExplanation): readonly (readonly [title: string, lines: readonly string[]])[] {
  const found: readonly (readonly [string, readonly string[]])[] = [
    ['Hidden by robots.txt', hidden ? note(hidden) : []],
    [
      'Canonical URL',
      canonical
        ? [
            canonical.sentence,
            ...canonical.declarations.map(evidence),
            ...more(canonical.more),
            ...canonical.diagnoses.map(each => `- ${each.sentence}`),
          ]
        : [],
    ],
    ['Applies to other crawlers', others.flatMap(note)],
    ['Ignored here', notes.flatMap(note)],
    ['Historic, ignored today', historic.flatMap(note)],
  ];
  return found.filter(([, lines]) => lines.length > 0);
}

function reasonLines({ about, id, sentence, label, text, seenAt, rule, flip }: MatrixReason): string[] {
  const seen = seenAt === undefined ? '' : `, as fetched ${timeWords(seenAt)}`;
  return [
    `${subjectWords[about]}: ${sentence} [${id}]`,
    ...(label === '' ? [] : [`  evidence: ${label}${seen}${text === '' ? '' : `: ${text}`}`]),
    ...(rule === '' ? [] : [`  rule: ${rule}`]),
    ...(flip === '' ? [] : [`  to change it: ${flip}`]),
  ];
}

/** Snippet in words: `any`, `none` or a number of characters. */
export const snippetText = (limit: number | undefined): string =>
  limit === undefined ? 'unknown' : limit < 0 ? 'any' : limit === 0 ? 'none' : `${limit} characters`;

/** What page and headers mean to one crawler, with the reasons. */
export const verdictLines = ({ engine, indexable, follow, snippet, canonical, notes, reasons }: MatrixRow): string[] => [
  `may list: ${indexable ?? 'unknown'}; follows links: ${follow ?? 'unknown'}; snippet: ${snippetText(snippet)}; canonical: ${canonical ? `${canonical.kind}${canonical.url ? ` ${canonical.url}` : ''}` : 'unknown'}`,
  `page directives interpreted by the rules of ${engine}`,
  ...notes.map(note => `note: ${note}`),
  ...reasons.flatMap(reasonLines),
];
