import { lineSentence } from '#shared/explain/interpretation.ts';
import type { RuleFacts, RuleSample } from '#shared/model/rule-report.ts';
import { type Content, code, el, foreign } from './markup.ts';
import { htmlPage, type Made, timeText } from './page.ts';
import { bytes, count, facts, hash, numbered, plural, quoted, soft, table } from './parts.ts';

const severities = { E: 'Error', W: 'Warning', I: 'Note' } as const;

/** Everything about one line of a stored robots.txt as a document. */
export function rulePage(rule: RuleFacts, made: Made): string {
  const { origin, version, line, text } = rule;
  return htmlPage({
    kind: 'Report on one line of robots.txt',
    title: `${origin}/robots.txt, line ${line}`,
    lead: [quoted(text), el('p', { class: 'lead' }, effectSentence(rule))],
    sections: [
      { id: 'file', title: 'The file', content: file(rule) },
      { id: 'speaks', title: 'Crawlers it applies to', content: speaks(rule) },
      { id: 'effect', title: 'What it does to the stored URLs', content: effect(rule) },
      { id: 'decides', title: 'URLs it decides', content: samples(rule.effect.decides, rule.effect.weight.urls, false) },
      {
        id: 'loses',
        title: 'URLs it matches while another line decides',
        content: samples(rule.effect.loses, rule.effect.coverage?.loses ?? 0, true),
      },
      { id: 'since', title: 'Since when', content: since(rule) },
      { id: 'lint', title: 'What is wrong with it', content: findings(rule) },
      { id: 'readings', title: 'How crawlers read it', content: readings(rule) },
    ],
    made,
    meta: { report: 'rule', origin, version: String(version), line: String(line) },
  });
}

function effectSentence({ effect: { coverage, total }, profileName }: RuleFacts): string {
  if (coverage === null)
    return `For ${profileName} this line decides none of the ${plural(total, 'stored URL')}: it is not a rule for this crawler.`;
  const { decides, blocks, allows, loses } = coverage;
  if (decides + loses === 0) return `For ${profileName} this line matches none of the ${plural(total, 'stored URL')}.`;
  const does = [...(blocks > 0 ? [`blocks ${count(blocks)}`] : []), ...(allows > 0 ? [`allows ${count(allows)}`] : [])].join(
    ' and ',
  );
  return `For ${profileName} this line decides ${count(decides)} of ${plural(total, 'stored URL')}${does === '' ? '' : `: it ${does}`}. It matches ${count(loses)} more for which another line decides.`;
}

const file = (rule: RuleFacts): Content => [
  facts([
    ['Version', `${rule.version}${rule.status === null ? '' : `, status ${rule.status}`}`],
    ['Read from', code(rule.finalUrl)],
    ['First seen', timeText(rule.firstSeenAt)],
    ['Last seen', timeText(rule.lastSeenAt)],
    ['Size', `${bytes(rule.bytes)}, ${plural(rule.lineCount, 'line')}`],
    ['SHA-256 of the file', hash(rule.hash)],
  ]),
  numbered(rule.context.map(each => ({ ...each, marked: each.number === rule.line }))),
];

function speaks({ readings: all }: RuleFacts): Content {
  const spoken = all.filter(each => each.speaks);
  const own = all.find(each => each.same);
  const names = own?.agents ?? [];
  const crawlers = spoken.flatMap(each => each.crawlers);
  return [
    facts([['Its group', names.length > 0 ? names.map((name, at) => [at > 0 && ', ', code(name)]) : 'none']]),
    crawlers.length === 0
      ? soft('It applies to none of the known crawlers.')
      : el('p', {}, `It applies to ${plural(crawlers.length, 'known crawler')}: ${crawlers.join(', ')}.`),
  ];
}

function effect({ effect: { coverage, weight, sections, sectionCount, total }, profileName, dialect }: RuleFacts): Content {
  return [
    facts([
      ['Judged as', `${profileName}, dialect ${dialect}`],
      ['URLs judged', count(total)],
      ['Decides', count(coverage?.decides ?? 0)],
      ['of them blocks', count(coverage?.blocks ?? 0)],
      ['of them allows', count(coverage?.allows ?? 0)],
      ['left to the robot', (coverage?.undecided ?? 0) > 0 && count(coverage?.undecided ?? 0)],
      ['Matches, and loses', count(coverage?.loses ?? 0)],
      ['Inlinks of what it decides', count(weight.inlinks)],
      ['of them in sitemaps', count(weight.inSitemap)],
      [
        'By depth',
        weight.byDepth
          .map((urls, depth) => ({ urls, depth }))
          .filter(({ urls }) => urls > 0)
          .map(({ urls, depth }) => `${depth === weight.byDepth.length - 1 ? `${depth} or more` : depth}: ${count(urls)}`)
          .join(' · '),
      ],
    ]),
    table(
      [{ title: 'Section' }, { title: 'URLs it decides', as: 'end' }],
      sections.map(({ section, urls }) => [code(section), count(urls)]),
      sectionCount > sections.length ? `The largest ${sections.length} of ${count(sectionCount)} sections` : '',
    ),
  ];
}

function samples(rows: readonly RuleSample[], all: number, losing: boolean): Content {
  if (rows.length === 0) return soft('None.');
  return table(
    [
      { title: 'URL' },
      { title: 'May be fetched' },
      ...(losing ? [{ title: 'Decided by', as: 'fit' as const }] : []),
      { title: 'Inlinks', as: 'end' },
      { title: 'Depth', as: 'end' },
      { title: 'In a sitemap' },
    ],
    rows.map(each => [
      code(each.url),
      each.allowed === null ? 'its choice' : each.allowed ? 'yes' : 'no',
      ...(losing ? [`line ${each.decidedBy}`] : []),
      count(each.inlinks),
      each.depth,
      each.inSitemap ? 'yes' : 'no',
    ]),
    all > rows.length ? `The ${rows.length} with most inlinks of ${count(all)}` : '',
  );
}

function since({ versions, version }: RuleFacts): Content {
  const at = versions.findIndex(each => each.number === version);
  let first = at;
  while (first > 0 && (versions[first - 1]?.line ?? 0) > 0) first -= 1;
  const start = versions[first];
  return [
    start &&
      el(
        'p',
        {},
        first === 0
          ? `Every stored version back to the first one has a line with this text (${timeText(start.firstSeenAt)}).`
          : `It has a line with this text since version ${start.number}, first seen ${timeText(start.firstSeenAt)}.`,
      ),
    table(
      [
        { title: 'Version', as: 'end' },
        { title: 'Seen from' },
        { title: 'to' },
        { title: 'Answer' },
        { title: 'Line of this text' },
      ],
      versions.map(each => [
        each.number,
        timeText(each.firstSeenAt),
        timeText(each.lastSeenAt),
        foreign(each.answer),
        each.line > 0 ? `line ${each.line}` : 'none',
      ]),
    ),
  ];
}

const findings = ({ findings: found }: RuleFacts): Content =>
  found.length === 0
    ? soft('The lint finds nothing on this line.')
    : found.map(each => [
        el('h3', {}, `${severities[each.severity]} ${each.id}: `, foreign(each.message)),
        el('p', {}, foreign(each.why)),
        each.fix && el('p', {}, `What to do: `, foreign(each.fix.title)),
        each.dialects.length > 0 && soft(`Matters to: ${each.dialects.join(', ')}.`),
      ]);

const readings = ({ readings: all }: RuleFacts): Content => [
  el(
    'p',
    {},
    all.length === 1
      ? 'All known crawlers interpret this line the same way.'
      : `The known crawlers read this line in ${all.length} ways.`,
  ),
  table(
    [
      { title: 'Crawlers' },
      { title: 'Read as', as: 'read' },
      { title: 'Applies to them' },
      { title: 'What became of it', as: 'read' },
    ],
    all.map(each => [
      [each.same && el('strong', {}, 'As in this report: '), each.crawlers.join(', ')],
      each.text === '' ? 'nothing' : code(each.text),
      each.speaks ? 'yes' : 'no',
      foreign(lineSentence(each)),
    ]),
  ),
];
