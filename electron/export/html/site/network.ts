import type { SitemapCountKey } from '#shared/explain/sitemap-counts.ts';
import { type Content, code, el, foreign } from '../markup.ts';
import { bytes, count, hash, ms, numbered, plural, soft, table } from '../parts.ts';
import type { Chain, ReportedRobots, SiteReportFacts } from './facts.ts';
import { endWords } from './summary.ts';
import { address, clipText, minuteText, ofWhole, shareText } from './words.ts';

/** Redirects, sitemaps, robots.txt and politeness. */

export function redirects({ redirects: of, figures }: SiteReportFacts): Content {
  const { total, byHops, loops, broken, chains } = of;
  if (total === 0) return soft(`None of the ${plural(figures.internal, 'internal URL')} redirects.`);
  const status = ({ isLoop, status: end }: Chain): Content =>
    isLoop ? el('span', { class: 'no' }, 'loop') : end === null ? 'not known' : String(end);
  return [
    el(
      'p',
      {},
      `${ofWhole(total, figures.internal, 'internal URLs')} redirect to a usable target. ${endWords(loops)} in a loop, and ${endWords(broken)} at a URL that does not work.`,
    ),
    table(
      [{ title: 'Hops to the end' }, { title: 'URLs', as: 'end' }, { title: `Share of ${count(total)}`, as: 'end' }],
      byHops.map((value, at) => [at === 5 ? '6 and more' : String(at + 1), count(value), shareText(value, total)]),
    ),
    table(
      [
        // Else the column with the longest chain leaves the others the width of a letter.
        { title: 'From', as: 'read' },
        { title: 'Through', as: 'read' },
        { title: 'To', as: 'read' },
        { title: 'Hops', as: 'end' },
        { title: 'Ends with', as: 'end' },
      ],
      chains.map(each => [
        address(each.start),
        each.steps.map((url, at) => [at > 0 && ' → ', address(url)]),
        address(each.end),
        count(each.hops),
        status(each),
      ]),
      'Loops, broken ends and the longest chains',
    ),
  ];
}

const counted = [
  ['fetched', 'Fetched'],
  ['redirects', '3xx'],
  ['errors', '4xx, 5xx'],
  ['noindex', 'noindex'],
  ['canonicalised', 'Other canonical'],
  ['blocked', 'Blocked'],
  ['notLinked', 'Not linked'],
] as const satisfies readonly (readonly [SitemapCountKey, string])[];

export function sitemaps({ sitemaps: files, sitemapCount, figures }: SiteReportFacts): Content {
  const { inSitemaps, internal, indexable, indexableNotInSitemaps, sitemapNotLinked, sitemapNotIndexable, sitemapKnown } =
    figures;
  if (sitemapCount === 0) return soft('The crawl found no sitemap, or was told not to read any.');
  const problems = files.reduce((sum, each) => sum + each.problems.length, 0);
  return [
    el(
      'p',
      {},
      `Sitemaps list ${ofWhole(inSitemaps, internal, 'internal URLs')}. No page links to ${ofWhole(sitemapNotLinked, inSitemaps, 'of these')}. ${ofWhole(sitemapNotIndexable, sitemapKnown, 'listed URLs whose state is known')} are not indexable pages. No sitemap lists ${ofWhole(indexableNotInSitemaps, indexable, 'indexable pages')}.`.replaceAll(
        ' of these (',
        ' (',
      ),
    ),
    table(
      [
        { title: 'Sitemap file', as: 'read' },
        { title: 'URLs', as: 'end' },
        ...counted.map(([, title]) => ({ title, as: 'end' }) as const),
        { title: 'Problems', as: 'end' },
      ],
      files.map(each => [
        [
          address(each.url),
          el(
            'div',
            { class: 'soft id' },
            `${each.source} · ${each.state}`,
            each.detail !== '' && [': ', foreign(clipText(each.detail))],
          ),
        ],
        count(each.urls),
        ...counted.map(([key]) => count(each[key])),
        count(each.problems.length),
      ]),
      sitemapCount > files.length ? `The first ${files.length} of ${plural(sitemapCount, 'file')}` : '',
    ),
    problems > 0 && soft('“All checks” names what is wrong with sitemaps, in the group Sitemaps.'),
  ];
}

export function robots({ robots: files, robotsCount, profileName }: SiteReportFacts): Content {
  if (files.length === 0) return soft('The crawl stored no robots.txt of its own hosts.');
  return [
    soft(
      `As interpreted for ${profileName}, and judged against every stored URL of the host, fetched or not.${robotsCount > files.length ? ` The first ${files.length} of ${plural(robotsCount, 'host')}.` : ''}`,
    ),
    files.map(ofHost),
  ];
}

function ofHost(file: ReportedRobots): Content {
  const { origin, version, firstSeenAt, outcome, total, blocked, noRule, coverage, coverageCount, lines, lineCount } = file;
  return [
    el('h3', {}, code(`${origin}/robots.txt`)),
    el(
      'p',
      {},
      `Version ${version}, seen from ${minuteText(firstSeenAt)}: ${outcome}. It blocks ${ofWhole(blocked, total, 'stored URLs')}; no line decides ${ofWhole(noRule, total, 'URLs')}.`,
    ),
    table(
      [
        { title: 'Line', as: 'end' },
        { title: 'Rule' },
        { title: 'Decides', as: 'end' },
        { title: 'Blocks', as: 'end' },
        { title: 'Allows', as: 'end' },
        { title: 'Matches, another line decides', as: 'end' },
      ],
      coverage.map(each => [
        count(each.line),
        code(clipText(each.rule)),
        count(each.decides),
        count(each.blocks),
        count(each.allows),
        count(each.loses),
      ]),
      coverageCount > coverage.length
        ? `The first ${coverage.length} of ${plural(coverageCount, 'rule')} that apply to this crawler`
        : 'Rules that apply to this crawler',
    ),
    numbered(lines.map(each => ({ ...each, text: clipText(each.text) }))),
    lines.length > 0 &&
      soft(
        `${lineCount > lines.length ? `The first ${lines.length} of ${plural(lineCount, 'line')}. ` : ''}Marked lines decide at least one URL. SHA-256 of the file: `,
        hash(file.hash),
      ),
  ];
}

export function politeness({ hosts, hostCount }: SiteReportFacts): Content {
  if (hosts.length === 0) return soft('The crawl sent no request.');
  return [
    soft(
      'From the journal: each request is written to it before it is sent. A gap is the time from the end of a response to the start of the next request of the host. Gaps are compared with the required delay without tolerance.',
    ),
    table(
      [
        { title: 'Host', as: 'read' },
        { title: 'Requests', as: 'end' },
        { title: 'Gaps', as: 'end' },
        { title: 'Shortest', as: 'end' },
        { title: 'Median', as: 'end' },
        { title: 'Short gaps', as: 'end' },
        { title: 'Busiest minute', as: 'end' },
        { title: '429, 503', as: 'end' },
        { title: 'Received', as: 'end' },
        { title: 'Kept', as: 'fit' },
      ],
      hosts.map(({ origin, report }) => [
        code(origin),
        count(report.requests),
        count(report.gaps),
        report.shortestMs === null ? '–' : ms(report.shortestMs),
        report.medianMs === null ? '–' : ms(report.medianMs),
        count(report.shortGaps),
        report.peakMinute ? count(report.peakMinute.requests) : '–',
        count(report.throttledAnswers),
        bytes(report.bytes),
        el('span', { class: report.kept ? 'yes' : 'no' }, report.kept ? 'yes' : 'no'),
      ]),
      hostCount > hosts.length ? `The first ${hosts.length} of ${plural(hostCount, 'host')}` : '',
    ),
    hosts.map(({ origin, report }) => el('p', {}, code(origin), ': ', report.verdict)),
    soft(
      'The command crawlscope certificate makes a document of these facts for each host, which anyone with the file can verify.',
    ),
  ];
}
