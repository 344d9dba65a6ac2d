import type { PageNote, ResolvedEvidence, UrlExplanation } from '#shared/model/explanation.ts';
import { type Content, code, el, foreign } from './markup.ts';
import { list, quoted } from './parts.ts';

/** Evidence with its location and explanation. Quotes bytes and lines of files verbatim. */
export const evidenceList = (evidence: readonly ResolvedEvidence[]): Content =>
  list(
    evidence.map(({ label, text, kind }) => {
      if (text === '' || text === label) return foreign(label);
      return kind === 'bytes' ? [foreign(label), quoted(text)] : [foreign(label), ': ', code(text.trim())];
    }),
  );

/** Other facts from the page and headers, which no decision covers. */
export function notes({ page }: UrlExplanation): Content {
  if (!page) return null;
  const { hidden, notes: ignored, others, historic } = page;
  const parts = (title: string, found: readonly PageNote[]): Content =>
    found.length > 0 && [el('h3', {}, title), found.map(each => [el('p', {}, each.sentence), evidenceList(each.evidence)])];
  return [
    parts('Hidden by robots.txt', hidden ? [hidden] : []),
    parts('Applies to other crawlers', others),
    parts('Without effect here', ignored),
    parts('Historic, without effect today', historic),
  ];
}
