import { reasonOf } from '#shared/explain/reasons.ts';
import { settingNames, settingWords } from '#shared/explain/setting-words.ts';
import { checkGroups, type NotCheckableReason, notCheckableReasons, openHits, populations } from '#shared/model/audit.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { type Content, el, foreign } from '../markup.ts';
import { count, facts, list, plural, soft, table } from '../parts.ts';
import type { ReportedCheck, SiteReportFacts } from './facts.ts';
import { priorityWords } from './summary.ts';
import { clipText, minuteText, notCheckableReasonsText, notCheckableSum, ofWhole, shareText } from './words.ts';

const mostReasons = 40;
/** Settings are shown in words; long lists are cut. */
const longestSetting = 2_000;

/** How the figures came about, and what they leave out. */
export function method(report: SiteReportFacts): Content {
  const { crawl, settings, figures, limits, ignoreRules, profileName } = report;
  const limited = figures.reasons.filter(({ code }) => reasonOf(code)?.family === 'limit');
  const changed = Object.entries(limits).flatMap(([check, named]) =>
    Object.entries(named).map(([name, value]) => `${check}.${name} = ${value}`),
  );
  const names = (Object.keys(settingNames) as (keyof CrawlSettings)[]).filter(name => name !== 'profiles');
  return [
    facts([
      [
        'Crawl',
        `${crawl.state}: started ${minuteText(crawl.startedAt)}, ${crawl.endedAt === null ? 'not ended' : `ended ${minuteText(crawl.endedAt)}`}`,
      ],
      ['How it ended', crawl.detail !== '' && foreign(clipText(crawl.detail))],
      ['User-Agent', foreign(clipText(settings.userAgent))],
      ['robots.txt interpreted as', profileName],
      ['Changed thresholds', changed.length > 0 && list(changed.slice(0, 100))],
      [
        'Ignore rules',
        ignoreRules > 0 && `${plural(ignoreRules, 'rule')} in force; ignored hits stay hits, and are counted apart`,
      ],
    ]),
    el('h3', {}, 'Limits that were reached'),
    limited.length === 0
      ? soft('No limit of the crawl left an internal URL out.')
      : list(
          limited.map(({ code, urls }) => [
            `${reasonOf(code)?.title ?? code}: ${ofWhole(urls, figures.internal, 'internal URLs')}`,
          ]),
        ),
    el('h3', {}, 'Why internal URLs are as they are'),
    table(
      [{ title: 'Decision' }, { title: 'URLs', as: 'end' }, { title: `Share of ${count(figures.internal)}`, as: 'end' }],
      figures.reasons
        .slice(0, mostReasons)
        .map(({ code, urls }) => [reasonOf(code)?.title ?? code, count(urls), shareText(urls, figures.internal)]),
    ),
    el('h3', {}, 'What could not be checked'),
    notCheckable(report),
    el('h3', {}, 'Settings'),
    facts(
      names.map(name => {
        const words = settingWords(name, settings[name]);
        return [settingNames[name], foreign(words.length > longestSetting ? `${words.slice(0, longestSetting)}…` : words)];
      }),
    ),
  ];
}

function notCheckable({ checks }: SiteReportFacts): Content {
  const sums = new Map<NotCheckableReason, { checks: number; subjects: number }>();
  for (const { count: each } of checks)
    for (const [reason, value] of Object.entries(each.notCheckable) as [NotCheckableReason, number][]) {
      const sum = sums.get(reason) ?? { checks: 0, subjects: 0 };
      sums.set(reason, { checks: sum.checks + 1, subjects: sum.subjects + value });
    }
  if (sums.size === 0) return soft('Every check could check everything that it looks at.');
  return [
    table(
      [{ title: 'Reason' }, { title: 'Checks', as: 'end' }, { title: 'Subjects, all checks together', as: 'end' }],
      [...sums]
        .sort(([, a], [, b]) => b.checks - a.checks)
        .map(([reason, sum]) => [notCheckableReasons[reason] ?? reason, count(sum.checks), count(sum.subjects)]),
    ),
    soft(
      'A subject is what a check looks at: a URL, a host, a sitemap. It counts once for each check that could not look at it.',
    ),
  ];
}

/** Every check with its denominators, by group. */
export function allChecks({ checks, earlier }: SiteReportFacts): Content {
  const groups = [...new Set(checks.map(({ info }) => info.group))];
  return [
    soft(
      'A check is hit, passed, or not checkable. “Checked” and “not checkable” together are everything that it looks at. Notes below each table say why something was not checkable.',
    ),
    groups.map(group => [
      el('h3', {}, checkGroups[group]),
      groupOfChecks(
        checks.filter(({ info }) => info.group === group),
        earlier !== null,
      ),
    ]),
  ];
}

/** Many checks of a group could not look at the same things: each combination of reasons is a note, written once. */
function groupOfChecks(checks: readonly ReportedCheck[], hasTrend: boolean): Content {
  const hasIgnored = checks.some(({ count: each }) => each.ignored !== undefined);
  const notes: string[] = [];
  const noteOf = (text: string): string => {
    if (text === '') return '';
    if (!notes.includes(text)) notes.push(text);
    return ` (note ${notes.indexOf(text) + 1})`;
  };
  const rows = checks.map(({ info, count: each, trend }) => [
    [info.name, el('div', { class: 'soft id' }, `${info.id}: ${populations[info.population]}`)],
    `${info.type}, ${priorityWords[info.priority]}`,
    openHits(each) > 0 ? el('strong', {}, count(each.hits)) : count(each.hits),
    ...(hasIgnored ? [count(each.ignored ?? 0)] : []),
    count(each.checked),
    ...(hasTrend ? [trend ? count(trend.new) : '–'] : []),
    `${count(notCheckableSum(each))}${noteOf(notCheckableReasonsText(each))}`,
  ]);
  return el(
    'div',
    { class: 'annex' },
    table(
      [
        { title: 'Check' },
        { title: 'Kind', as: 'fit' },
        { title: 'Hits', as: 'end' },
        ...(hasIgnored ? [{ title: 'Ignored', as: 'end' } as const] : []),
        { title: 'Checked', as: 'end' },
        ...(hasTrend ? [{ title: 'New', as: 'end' } as const] : []),
        { title: 'Not checkable', as: 'end' },
      ],
      rows,
    ),
    notes.length > 0 &&
      el(
        'ol',
        {},
        notes.map(text => el('li', {}, text)),
      ),
  );
}
