import { type SiteReportSection, siteReportSectionIds, siteReportSections } from '#shared/model/site-report.ts';
import { type Content, el, foreign, picture } from '../markup.ts';
import { htmlPage, type Made } from '../page.ts';
import { plural } from '../parts.ts';
import type { SiteReportFacts } from './facts.ts';
import { figures } from './figures.ts';
import { findings } from './findings.ts';
import { allChecks, method } from './method.ts';
import { politeness, redirects, robots, sitemaps } from './network.ts';
import { printedPages, siteStyle } from './style.ts';
import { healthScoreOf, summary, trend } from './summary.ts';
import { clipText, minuteText, scoreText } from './words.ts';

const contents: Readonly<Record<SiteReportSection, (facts: SiteReportFacts) => Content>> = {
  summary,
  score: healthScoreOf,
  trend,
  findings,
  figures,
  redirects,
  sitemaps,
  robots,
  politeness,
  method,
  checks: allChecks,
};

/** The title of a report that the user did not name. */
const defaultTitle = ({ settings: { seeds } }: SiteReportFacts): string => {
  const [seed = ''] = seeds;
  return `Crawl of ${clipText(URL.canParse(seed) ? new URL(seed).host : seed)}`;
};

/** A whole crawl as one document: the chosen sections, in the order of `siteReportSections`. */
export function siteReportPage(facts: SiteReportFacts, made: Made): string {
  const { wish } = facts;
  const title = wish.title || defaultTitle(facts);
  const chosen = siteReportSectionIds.filter(id => wish.sections.includes(id));
  return htmlPage({
    kind: 'Site report',
    title,
    cover: cover(facts, title),
    lead: null,
    sections: chosen.map(id => ({ id, title: siteReportSections[id], content: contents[id](facts) })),
    made,
    hasPicture: wish.logo !== null,
    style: `${siteStyle}${wish.pages === 'browser' ? printedPages(title) : ''}`,
    meta: { report: 'site', sections: chosen.join(',') },
  });
}

function cover({ wish, crawl, figures: of, score, settings, earlier }: SiteReportFacts, title: string): Content {
  const line = (name: string, value: Content): Content => [el('dt', {}, name), el('dd', {}, value)];
  const paragraphs = wish.notes.split(/\r?\n(?:[ \t]*\r?\n)+/).filter(text => text.trim() !== '');
  return el(
    'div',
    { class: 'cover' },
    wish.logo && picture(wish.logo),
    el('p', { class: 'kind' }, 'Site report'),
    el('p', { class: 'title' }, foreign(title)),
    el(
      'dl',
      {},
      line(settings.seeds.length === 1 ? 'Start URL' : 'Start URLs', [
        settings.seeds.slice(0, 5).map((seed, at) => [at > 0 && ', ', foreign(clipText(seed))]),
        settings.seeds.length > 5 && ` and ${settings.seeds.length - 5} more`,
      ]),
      line('Crawled', `${minuteText(crawl.startedAt)}${crawl.endedAt === null ? '' : ` to ${minuteText(crawl.endedAt)}`}`),
      line('Internal URLs', plural(of.internal, 'URL')),
      score && line('Health score', `${scoreText(score.value)} of 100`),
      earlier && line('Compared with', foreign(earlier.name)),
      wish.segment !== null && line('Segment', foreign(wish.segment)),
      wish.author !== '' && line('Author', foreign(wish.author)),
    ),
    paragraphs.length > 0 &&
      el(
        'div',
        { class: 'notes' },
        paragraphs.map(text => el('p', {}, foreign(text))),
      ),
  );
}
