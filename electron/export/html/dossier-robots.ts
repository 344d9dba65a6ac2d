import { decidedBy, differenceWords, matrixVerdict } from '#shared/explain/matrix.ts';
import type { UrlExplanation } from '#shared/model/explanation.ts';
import type { MatrixRow } from '#shared/model/matrix.ts';
import type { DossierFacts, DossierRobots } from './dossier-facts.ts';
import { type Content, code, el, foreign } from './markup.ts';
import { timeText } from './page.ts';
import { bytes, facts, hash, list, numbered, plural, soft, table } from './parts.ts';

/** The robots.txt that applies to the URL, and its relevant lines. */
export const robotsFile = (robots: DossierRobots): Content => [
  facts([
    ['Read from', code(robots.finalUrl)],
    ['Version', `${robots.version}${robots.source === 'crawl' ? '' : ` (${robots.source})`}`],
    ['Answer', foreign(`${robots.outcome}, ${robots.access}`)],
    ['First seen', timeText(robots.firstSeenAt)],
    ['Last seen', timeText(robots.lastSeenAt)],
    ['Size', robots.bytes === null ? null : `${bytes(robots.bytes)}, ${plural(robots.lineCount, 'line')}`],
    ['SHA-256 of the file', hash(robots.hash)],
  ]),
  numbered(robots.lines),
];

/** The group, the compared path and every matching rule, with the reason why each of the others lost. */
export function rules({ robots }: UrlExplanation): Content {
  if (!robots) return null;
  return [
    facts([
      ['Asked as', code(robots.agent)],
      ['Compared', code(robots.path)],
      ['How the group was chosen', robots.choice.length > 0 && list(robots.choice.map(step => foreign(step)))],
    ]),
    robots.matching.length === 0
      ? soft('No rule matches.')
      : table(
          [{ title: 'Line', as: 'end' }, { title: 'Rule' }, { title: 'Length', as: 'end' }, { title: 'Outcome' }],
          robots.matching.map(each => [
            each.rule.line,
            code(`${each.rule.allow ? 'Allow' : 'Disallow'}: ${each.rule.pattern}`),
            each.length,
            each.won ? el('strong', {}, 'decides') : `loses: ${each.lost}`,
          ]),
          'Rules that match, the winner first',
        ),
  ];
}

/** How the requested crawlers interpret the stored robots.txt and page. */
export function crawlers({ matrix: { rows } }: DossierFacts): Content {
  return table(
    [
      { title: 'Crawler' },
      { title: 'May fetch', as: 'fit' },
      { title: 'By' },
      { title: 'May list', as: 'fit' },
      { title: 'Follows', as: 'fit' },
      { title: 'Differs from ours by' },
    ],
    rows.map(row => [
      row.name,
      el('span', { class: tones[matrixVerdict(row)] }, matrixVerdict(row)),
      foreign(decidedBy(row)),
      listing(row),
      row.follow ?? 'unknown',
      [row.differsFrom ? foreign(differenceWords(row.differsFrom)) : '', ...row.notes.map(note => soft(note))],
    ]),
    'The first row is the crawl’s own crawler unless others were requested. All interpret the same stored bytes.',
  );
}

const tones = { yes: 'yes', no: 'no', choice: 'open', unknown: 'open' } as const;

const listing = ({ indexable, directive }: MatrixRow): Content =>
  indexable === undefined ? 'unknown' : directive === '' ? indexable : [`${indexable} (`, foreign(directive), ')'];
