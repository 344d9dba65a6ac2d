import { openHits, populations } from '#shared/model/audit.ts';
import { type Content, el, foreign } from '../markup.ts';
import { count, list, plural, soft, table } from '../parts.ts';
import type { ReportedFinding, ReportedGroup, SiteReportFacts } from './facts.ts';
import { priorityWords } from './summary.ts';
import { address, clipText, evidenceText, notCheckableSum, notCheckableText, shareText } from './words.ts';

const typeWords = { issue: 'Issue', warning: 'Warning', opportunity: 'Opportunity' } as const;
const tones = { H: 'no', M: 'open', L: 'soft' } as const;

/** The gravest findings, each with why it matters, what to do, examples and causes. */
export function findings({ findings: found, findingCount }: SiteReportFacts): Content {
  if (found.length === 0) return soft('No check found anything.');
  return [
    el(
      'p',
      {},
      `The ${found.length < findingCount ? `first ${found.length} of ${plural(findingCount, 'check')}` : plural(findingCount, 'check')} with hits, by priority, then by what they take from the health score. Ignored hits are left out.`,
    ),
    table(
      [
        { title: 'Finding' },
        { title: 'Kind', as: 'fit' },
        { title: 'Hits', as: 'end' },
        { title: 'Checked', as: 'end' },
        { title: 'Share', as: 'end' },
      ],
      found.map(({ info, count: each }, at) => [
        el('a', { to: placeOf(at) }, info.name),
        `${info.type}, ${priorityWords[info.priority]}`,
        count(openHits(each)),
        count(each.checked),
        shareText(openHits(each), each.checked),
      ]),
    ),
    found.map(one),
  ];
}

/** Id of the n-th finding in the document. */
const placeOf = (at: number): string => `finding-${at + 1}`;

function one(finding: ReportedFinding, at: number): Content {
  const { info, count: counts, points, examples, groups } = finding;
  const open = openHits(counts);
  const missed = notCheckableSum(counts);
  const same = sameValue(examples);
  return el(
    'div',
    { class: 'finding' },
    el('h3', { id: placeOf(at) }, info.name),
    el(
      'p',
      { class: 'facts' },
      el('span', { class: tones[info.priority] }, `${typeWords[info.type]}, ${priorityWords[info.priority]} priority`),
      ` · ${plural(open, 'hit')} of ${count(counts.checked)} checked (${shareText(open, counts.checked)})`,
      ` · looks at ${populations[info.population]}`,
      missed > 0 && ` · not checkable: ${notCheckableText(counts)}`,
      (counts.ignored ?? 0) > 0 && ` · ${count(counts.ignored ?? 0)} ignored`,
      finding.trend && ` · ${count(finding.trend.new)} new, ${count(finding.trend.fixed)} fixed since the earlier crawl`,
      points !== null && ` · takes ${points.toFixed(1)} points`,
    ),
    el('p', {}, el('strong', {}, 'When: '), info.trigger),
    el('p', {}, el('strong', {}, 'Why: '), info.why),
    el('p', {}, el('strong', {}, 'Fix: '), info.fix),
    causes(finding, groups),
    el('p', { class: 'soft' }, examples.length < open ? `Examples: ${examples.length} of ${plural(open, 'hit')}` : 'All hits'),
    same !== '' && el('p', { class: 'soft' }, 'Found in each: ', foreign(clipText(same))),
    list(examples.map(each => [address(each.url), same === '' && evidence(each)])),
  );
}

/** What all examples have as their only evidence, '' for nothing: it is then said once. */
function sameValue(examples: ReportedFinding['examples']): string {
  const values = new Set(
    examples.map(({ evidence: { items } }) => {
      const [only, ...others] = items;
      return only && others.length === 0 && Object.keys(only).join() === 'value' ? (only.value ?? '') : '';
    }),
  );
  const [value = ''] = values;
  return examples.length > 1 && values.size === 1 ? value : '';
}

const mostItems = 3;

function evidence({ url, evidence: { items, dropped = 0 } }: ReportedFinding['examples'][number]): Content {
  if (items.length === 0) return null;
  const shown = items.slice(0, mostItems);
  const more = items.length - shown.length + dropped;
  return el(
    'div',
    { class: 'evidence' },
    shown.map((item, at) => [at > 0 && ' | ', evidenceText(item, url)]),
    more > 0 && ` | and ${plural(more, 'more place')}`,
  );
}

function causes({ groupCount, grouped, count: counts }: ReportedFinding, groups: readonly ReportedGroup[]): Content {
  if (groups.length === 0) return null;
  const open = openHits(counts);
  const some = grouped < open ? `, among the first ${count(grouped)} of ${count(open)} hits` : '';
  return [
    el(
      'p',
      { class: 'soft' },
      `Hits that belong together: ${groups.length < groupCount ? `the largest ${groups.length} of ${plural(groupCount, 'group')}` : plural(groupCount, 'group')}${some}`,
    ),
    list(
      groups.map(({ name, size, urls }) => [
        el('strong', {}, plural(size, 'URL')),
        name !== '' && [': ', foreign(clipText(name))],
        el(
          'div',
          { class: 'evidence' },
          urls.map((url, at) => [at > 0 && ' · ', address(url)]),
          size > urls.length && ' · …',
        ),
      ]),
    ),
  ];
}
