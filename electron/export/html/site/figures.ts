import { durationWords } from '#shared/explain/duration.ts';
import { type Content, foreign } from '../markup.ts';
import { count, plural, soft, table } from '../parts.ts';
import { bars, chart, countChart } from './charts.ts';
import { responseTimes, type SectionFigures, type SiteFigures, type SiteReportFacts } from './facts.ts';
import { clipText, shareText } from './words.ts';

const listingKey = [
  { tone: 'good', label: 'may be listed' },
  { tone: 'warn', label: 'by address alone' },
  { tone: 'bad', label: 'may not be listed' },
  { tone: 'calm', label: 'not known' },
] as const;

/** Charts of internal URLs, each with its table. */
export function figures({ figures: of }: SiteReportFacts): Content {
  const { endings, listing, internal } = of;
  if (internal === 0) return soft('The crawl has no internal URL.');
  const whole = { total: internal, of: 'URLs' } as const;
  return [
    soft(
      `All counts are of ${plural(internal, 'internal URL')}; ${count(of.pages)} of them are HTML pages with status 2xx, and ${count(of.indexable)} of these are indexable.`,
    ),
    countChart(
      'How internal URLs responded',
      [
        { label: 'Content (2xx)', value: endings.ok, tone: 'good' },
        { label: 'Redirect (3xx)', value: endings.redirect, tone: 'blue' },
        { label: 'Client error (4xx)', value: endings.clientError, tone: 'bad' },
        { label: 'Server error (5xx)', value: endings.serverError, tone: 'bad' },
        { label: 'No response', value: endings.noResponse, tone: 'bad' },
        { label: 'Blocked by robots.txt', value: endings.blocked, tone: 'warn' },
        { label: 'Not requested', value: endings.notRequested, tone: 'calm' },
      ],
      { ...whole, first: 'Response' },
    ),
    countChart(
      'What search engines may list',
      [
        { label: 'May be listed', value: listing.yes, tone: 'good' },
        { label: 'By address alone', value: listing.urlOnly, tone: 'warn' },
        { label: 'May not be listed', value: listing.no, tone: 'bad' },
        { label: 'Not known', value: listing.unknown, tone: 'calm' },
      ],
      { ...whole, first: 'Verdict' },
    ),
    sections(of),
    countChart(
      'Depth: clicks from a start URL',
      [
        ...of.depths.map((value, at) => ({ label: depthLabel(at, of.depths.length), value, tone: 'blue' as const })),
        { label: 'No link leads there', value: of.withoutDepth, tone: 'calm' as const },
      ],
      { ...whole, first: 'Depth' },
    ),
    times(of),
  ];
}

/** The last of many depths counts all greater ones. */
const depthLabel = (depth: number, depths: number): string => (depth === 12 && depths === 13 ? '12 and more' : String(depth));

function times({ times: values, responses, medianMs, p95Ms }: SiteFigures): Content {
  if (responses === 0 || medianMs === null || p95Ms === null) return null;
  const label = (at: number): string => {
    const [from, to] = [responseTimes[at - 1], responseTimes[at]];
    if (to === undefined) return `over ${durationWords(from ?? 0)}`;
    return from === undefined ? `up to ${durationWords(to)}` : `${durationWords(from)} to ${durationWords(to)}`;
  };
  return [
    countChart(
      'Response time, first request to last byte',
      values.map((value, at) => ({ label: label(at), value, tone: at < 3 ? 'good' : at < 5 ? 'warn' : 'bad' })),
      { total: responses, of: 'Responses', first: 'Time' },
    ),
    soft(`Median ${durationWords(medianMs)}; 95 % took ${durationWords(p95Ms)} or less.`),
  ];
}

function sections({ sections: rows, otherSections: others }: SiteFigures): Content {
  const part = ({ yes, urlOnly, no, unknown }: SectionFigures) =>
    [
      { value: yes, tone: 'good' },
      { value: urlOnly, tone: 'warn' },
      { value: no, tone: 'bad' },
      { value: unknown, tone: 'calm' },
    ] as const;
  const title = 'Verdicts by section of the site';
  return [
    chart(
      title,
      bars(
        title,
        rows.map(each => ({ label: each.section, parts: part(each) })),
      ),
      table(
        [
          { title: 'First folder' },
          { title: 'URLs', as: 'end' },
          { title: '2xx', as: 'end' },
          { title: 'Errors', as: 'end' },
          { title: 'Blocked', as: 'end' },
          { title: 'May be listed', as: 'end' },
          { title: 'Address alone', as: 'end' },
          { title: 'May not', as: 'end' },
          { title: 'Not known', as: 'end' },
        ],
        rows.map(each => [
          foreign(clipText(each.section)),
          count(each.urls),
          count(each.ok),
          count(each.errors),
          count(each.blocked),
          `${count(each.yes)} (${shareText(each.yes, each.urls)})`,
          count(each.urlOnly),
          count(each.no),
          count(each.unknown),
        ]),
      ),
      listingKey,
    ),
    others.urls > 0 && soft(`${plural(others.sections, 'smaller folder')} with ${plural(others.urls, 'URL')} are not shown.`),
  ];
}
