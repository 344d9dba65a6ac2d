import { durationWords } from '#shared/explain/duration.ts';
import { type CheckPriority, openHits } from '#shared/model/audit.ts';
import { type Content, el, foreign } from '../markup.ts';
import { count, list, plural, soft, table } from '../parts.ts';
import type { EarlierCrawl, ReportedCheck, SiteFigures, SiteReportFacts } from './facts.ts';
import { minuteText, ofWhole, scoreText, shareText } from './words.ts';

export const priorityWords: Readonly<Record<CheckPriority, string>> = { H: 'high', M: 'medium', L: 'low' };

const problemsOf = (checks: readonly ReportedCheck[], priority: CheckPriority): readonly ReportedCheck[] =>
  checks.filter(({ info, count: each }) => info.priority === priority && info.type !== 'opportunity' && openHits(each) > 0);

/** '1 ends', '2 end' */
export const endWords = (value: number): string => `${count(value)} ${value === 1 ? 'ends' : 'end'}`;

/** The whole report in sentences. */
export function summary(facts: SiteReportFacts): Content {
  const { figures, score, checks, crawl, hosts, hostCount, redirects, earlier, settings } = facts;
  const { endings, internal, listing } = figures;
  const requested = internal - endings.blocked - endings.notRequested;
  const checked = checks.filter(({ count: each }) => each.checked > 0);
  const hit = checked.filter(({ count: each }) => openHits(each) > 0);
  const broken = endings.clientError + endings.serverError + endings.noResponse;
  const kept = hosts.filter(({ report }) => report.kept).length;
  const sentences: Content[] = [
    score
      ? [
          `The health score is ${scoreText(score.value)} of 100. It counts ${ofWhole(score.checks, score.allChecks, 'checks')}; the others could not check anything.`,
          earlier?.score &&
            ` The earlier crawl had ${scoreText(earlier.score.value)}: ${movedText(score.value - earlier.score.value)}.`,
        ]
      : 'There is no health score: no check that counts could check anything.',
    `The crawl found ${plural(internal, 'internal URL')} and requested ${ofWhole(requested, internal, 'of them').replace(' of them (', ' (')}.${crawl.endedAt === null ? ` The crawl is ${crawl.state}.` : ''}`,
    requested > 0 &&
      `Of the ${plural(requested, 'requested URL')}, ${count(endings.ok)} returned content (${shareText(endings.ok, requested)}), ${count(endings.redirect)} redirect, and ${count(broken)} failed: ${count(endings.clientError)} with a status 4xx, ${count(endings.serverError)} with 5xx, ${count(endings.noResponse)} without a response.`,
    endings.blocked > 0 && `robots.txt blocks ${ofWhole(endings.blocked, internal, 'internal URLs')}.`,
    endings.notRequested > 0 &&
      `${ofWhole(endings.notRequested, internal, 'internal URLs')} were not requested for other reasons. “Method and limits” lists them.`,
    `Search engines may list ${ofWhole(listing.yes, internal, 'internal URLs')}. They may not list ${count(listing.no)}, and may list ${count(listing.urlOnly)} by address alone; of ${count(listing.unknown)} it is not known.`,
    `The audit ran ${plural(checks.length, 'check')}: ${count(hit.length)} found something, ${count(checked.length - hit.length)} passed, and ${count(checks.length - checked.length)} could not check anything.`,
    (['H', 'M', 'L'] as const).some(each => problemsOf(checks, each).length > 0) && [
      'Issues and warnings by priority: ',
      (['H', 'M', 'L'] as const).map((each, at) => [
        at > 0 && ', ',
        `${plural(problemsOf(checks, each).length, 'check')} of ${priorityWords[each]} priority`,
      ]),
      ' with hits.',
    ],
    redirects.loops + redirects.broken > 0 &&
      `Of ${plural(redirects.total, 'redirect')} with a target, ${endWords(redirects.loops)} in a loop and ${endWords(redirects.broken)} at a URL that does not work.`,
    figures.medianMs !== null &&
      figures.p95Ms !== null &&
      `Half of the ${plural(figures.responses, 'response')} took ${durationWords(figures.medianMs)} or less, and 95 % took ${durationWords(figures.p95Ms)} or less.`,
    hosts.length > 0 &&
      `The crawl kept the delays and the robots.txt rules of ${ofWhole(kept, hosts.length, hostCount > hosts.length ? 'listed hosts' : 'hosts')}.`,
  ];
  return [
    facts.wish.segment !== null &&
      el(
        'p',
        { class: 'seal open' },
        'This report counts only the URLs of the segment “',
        foreign(facts.wish.segment),
        '”. Hosts, robots.txt and politeness are those of the whole crawl.',
      ),
    list(sentences.filter(each => each !== false)),
    soft(
      `“Internal URLs” are URLs within the scope of the crawl (${settings.scope}) that may be pages, and files that the crawl requested because a link led there. The crawl also knows ${plural(figures.all - internal, 'other URL')}: external ones, resources and references.`,
    ),
  ];
}

const movedText = (by: number): string => {
  const points = Math.abs(by).toFixed(1);
  if (points === '0.0') return 'about the same';
  return by > 0 ? `${points} points better now` : `${points} points worse now`;
};

/** The score with the formula, and what takes most of it. */
export function healthScoreOf({ score, checks, earlier }: SiteReportFacts): Content {
  if (!score) return soft('No check that counts could check anything, so there is no score.');
  const byId = new Map(checks.map(check => [check.info.id, check]));
  const shown = score.lost.slice(0, 15);
  return [
    el(
      'div',
      { class: 'answers' },
      el(
        'div',
        {},
        el('div', { class: 'soft' }, 'Health score'),
        el('div', { class: 'figure' }, scoreText(score.value)),
        el('div', {}, 'of 100'),
      ),
      el(
        'div',
        {},
        el('div', { class: 'soft' }, 'From'),
        el('div', { class: 'figure' }, count(score.checks)),
        el('div', {}, `of ${plural(score.allChecks, 'check')} that count`),
      ),
      earlier?.score &&
        el(
          'div',
          {},
          el('div', { class: 'soft' }, 'Earlier crawl'),
          el('div', { class: 'figure' }, scoreText(earlier.score.value)),
          el('div', {}, movedText(score.value - earlier.score.value)),
        ),
    ),
    el(
      'p',
      {},
      'The score is 100 × the product of (1 − weight × hits ÷ checked) over all checks that checked something. Weights of issues: high 0.10, medium 0.04, low 0.01. Warnings have half of that. Opportunities, ignored hits and own checks do not count. What could not be checked neither costs nor earns points.',
    ),
    table(
      [
        { title: 'What takes points' },
        { title: 'Points', as: 'end' },
        { title: 'Hits', as: 'end' },
        { title: 'Checked', as: 'end' },
      ],
      shown.map(({ id, points }) => {
        const check = byId.get(id);
        return [
          check?.info.name ?? id,
          `−${points.toFixed(1)}`,
          check ? count(openHits(check.count)) : '',
          check ? count(check.count.checked) : '',
        ];
      }),
      score.lost.length > shown.length
        ? `The first ${shown.length} of ${plural(score.lost.length, 'check')} that take points`
        : '',
    ),
  ];
}

/** What moved since the earlier crawl. */
export function trend({ earlier, checks, figures, crawl, wish }: SiteReportFacts): Content {
  if (!earlier) return null;
  const moved = checks
    .flatMap(({ info, trend: each, count: now }) => (each && each.new + each.fixed + each.gone > 0 ? [{ info, each, now }] : []))
    .sort((a, b) => b.each.new - a.each.new || b.each.fixed - a.each.fixed);
  const shown = moved.slice(0, 40);
  const same = checks.filter(({ trend: each }) => each !== null).length;
  const sum = (of: 'new' | 'fixed' | 'gone' | 'persisting'): number =>
    checks.reduce((total, { trend: each }) => total + (each?.[of] ?? 0), 0);
  return [
    el(
      'p',
      {},
      'The earlier crawl is ',
      foreign(earlier.name),
      `, started ${minuteText(earlier.startedAt)}; this one started ${minuteText(crawl.startedAt)}. Over ${plural(same, 'check')} that ran on both: ${plural(sum('new'), 'new hit')}, ${count(sum('persisting'))} persisting, ${count(sum('fixed'))} fixed, ${count(sum('gone'))} gone.`,
    ),
    wish.segment === null && before(earlier, figures),
    table(
      [
        { title: 'Check' },
        { title: 'Priority', as: 'fit' },
        { title: 'New', as: 'end' },
        { title: 'Persisting', as: 'end' },
        { title: 'Fixed', as: 'end' },
        { title: 'Gone', as: 'end' },
        { title: 'Checked now', as: 'end' },
      ],
      shown.map(({ info, each, now }) => [
        info.name,
        priorityWords[info.priority],
        count(each.new),
        count(each.persisting),
        count(each.fixed),
        count(each.gone),
        count(now.checked),
      ]),
      moved.length > shown.length
        ? `The first ${shown.length} of ${plural(moved.length, 'check')} that moved`
        : 'Checks that moved',
    ),
    moved.length === 0 && soft('No check moved.'),
    soft('Fixed: checked again, and not hit any more. Gone: this crawl has no such URL, or no response of it.'),
  ];
}

function before({ figures: then }: EarlierCrawl, now: SiteFigures): Content {
  const row = (name: string, of: (figures: SiteFigures) => number): Content[] => {
    const by = of(now) - of(then);
    return [name, count(of(then)), count(of(now)), by === 0 ? '0' : `${by > 0 ? '+' : '−'}${count(Math.abs(by))}`];
  };
  return table(
    [{ title: 'Internal URLs' }, { title: 'Then', as: 'end' }, { title: 'Now', as: 'end' }, { title: 'Change', as: 'end' }],
    [
      row('Found', each => each.internal),
      row('With content (2xx)', each => each.endings.ok),
      row('Redirects', each => each.endings.redirect),
      row('Status 4xx', each => each.endings.clientError),
      row('Status 5xx', each => each.endings.serverError),
      row('No response', each => each.endings.noResponse),
      row('Blocked by robots.txt', each => each.endings.blocked),
      row('Indexable pages', each => each.indexable),
    ],
  );
}
