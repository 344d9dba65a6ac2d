import type { Answer, UrlExplanation } from '#shared/model/explanation.ts';
import { evidenceList, notes } from './dossier-evidence.ts';
import type { DossierFacts } from './dossier-facts.ts';
import { attemptDetails, attemptTable } from './dossier-network.ts';
import { crawlers, robotsFile, rules } from './dossier-robots.ts';
import { type Content, code, el, foreign } from './markup.ts';
import { htmlPage, type Made, timeText } from './page.ts';
import { bytes, count, facts, hash, ms, plural, soft, table } from './parts.ts';

/** A document of everything the crawl knows about one URL. For an unknown URL, it shows the prediction, marked as one. */
export function dossierPage(dossier: DossierFacts, made: Made): string {
  const { explanation, robots, attempts } = dossier;
  return htmlPage({
    kind: explanation.seen ? 'Dossier of one URL' : 'Dossier of one URL · prediction',
    title: explanation.url,
    lead: [
      el('p', { class: 'lead' }, explanation.headline),
      !explanation.seen &&
        el(
          'p',
          { class: 'open' },
          'Nothing below was recorded, because this crawl never saw the URL. It shows what the stored robots.txt and settings would decide.',
        ),
      verdicts(explanation),
    ],
    sections: [
      { id: 'why', title: explanation.seen ? 'How it was decided' : 'How it would be decided', content: decisions(explanation) },
      { id: 'robots', title: 'robots.txt', content: robots && [robotsFile(robots), rules(explanation)] },
      { id: 'crawlers', title: 'How crawlers read it', content: crawlers(dossier) },
      { id: 'page', title: 'What the page and its headers say', content: notes(explanation) },
      { id: 'canonical', title: 'Canonical address', content: canonical(explanation) },
      { id: 'attempts', title: 'Attempts', content: attemptTable(attempts) },
      { id: 'headers', title: 'Requests and responses as sent and received', content: attemptDetails(attempts) },
      { id: 'redirects', title: 'Redirects', content: redirects(dossier) },
      { id: 'facts', title: 'Facts', content: pageFacts(explanation) },
      { id: 'path', title: 'How it was found', content: path(explanation) },
      { id: 'nearest', title: 'Nearest known URLs', content: nearest(explanation) },
      { id: 'inlinks', title: 'Inlinks', content: inlinks(dossier) },
      { id: 'hashes', title: 'Hashes', content: hashes(dossier) },
      { id: 'settings', title: 'Settings of the crawl', content: settings(dossier) },
    ],
    made,
    meta: { report: 'url', url: explanation.url },
  });
}

const tone: Readonly<Record<string, string>> = { yes: 'yes', no: 'no', 'url-only': 'open', unknown: 'open', none: 'soft' };

const verdicts = ({ seen, mayFetch, mayList, linksFollowed }: UrlExplanation): Content => {
  const card = (question: string, { verdict, sentence }: Answer<string>): Content =>
    el(
      'div',
      {},
      el('div', { class: 'soft' }, question),
      el('div', { class: `word ${tone[verdict] ?? 'open'}` }, seen ? verdict : `${verdict}, predicted`),
      el('div', {}, sentence),
    );
  return el(
    'div',
    { class: 'answers' },
    card('May it be fetched?', mayFetch),
    card('May it be listed?', mayList),
    card('Are its links followed?', linksFollowed),
  );
};

function decisions({ decisions: all, seen }: UrlExplanation): Content {
  if (all.length === 0) return soft('No rule has anything to say of it.');
  return all.map((each, at) => [
    el('h3', {}, `${at + 1}. ${each.stage}: ${each.verdict}`, each.current && ' · in force'),
    el('p', {}, each.sentence),
    each.advice !== '' && soft(each.advice),
    evidenceList(each.evidence),
    soft(
      `${seen && each.at > 0 ? `${timeText(each.at)} · ` : ''}reason ${each.reason} · rule ${each.rule}${seen ? ` · settings ${each.settings}` : ''}`,
    ),
  ]);
}

function canonical({ page }: UrlExplanation): Content {
  const found = page?.canonical;
  if (!found) return null;
  return [el('p', {}, found.sentence), evidenceList(found.declarations), found.diagnoses.map(each => el('p', {}, each.sentence))];
}

const redirects = ({ hops }: DossierFacts): Content =>
  table(
    [{ title: 'Hop', as: 'end' }, { title: 'URL' }, { title: 'Status', as: 'end' }, { title: 'Leads to' }],
    hops.map((hop, at) => [at + 1, code(hop.url), hop.status ?? 'not requested', hop.to === null ? 'ends here' : code(hop.to)]),
  );

function pageFacts({ facts: known }: UrlExplanation): Content {
  if (!known) return null;
  const text = (value: string | null): Content => (value === null || value === '' ? null : foreign(value));
  const number = (value: number | null): Content => (value === null ? null : count(value));
  return facts([
    ['State', known.state],
    ['Status', known.status],
    ['Content type', text(known.contentType)],
    ['Title', text(known.title)],
    ['Description', text(known.description)],
    ['First heading', text(known.h1)],
    ['Language', text(known.lang)],
    ['Charset', text(known.charset)],
    ['Meta robots', text(known.metaRobots)],
    ['X-Robots-Tag', text(known.xRobotsTag)],
    ['Canonical', known.canonical && code(known.canonical)],
    ['Redirects to', known.redirectTo && code(known.redirectTo)],
    ['Depth', known.depth],
    ['First seen', timeText(known.discoveredAt)],
    ['Fetched', known.fetchedAt === null ? null : timeText(known.fetchedAt)],
    ['Took', known.totalMs === null ? null : ms(known.totalMs)],
    ['Body', known.bytes === null ? null : bytes(known.bytes)],
    ['On the wire', known.wireBytes === null ? null : bytes(known.wireBytes)],
    ['Words', number(known.words)],
    ['Inlinks', number(known.inlinks)],
    ['Outlinks', number(known.outlinks)],
    ['Sitemap entries', number(known.inSitemaps)],
  ]);
}

const path = ({ discovery }: UrlExplanation): Content =>
  discovery.length === 0
    ? null
    : el(
        'ol',
        {},
        discovery.map(step => el('li', {}, code(step.url), ` · ${step.how}`)),
      );

const nearest = ({ nearest: rows }: UrlExplanation): Content =>
  table(
    [{ title: 'URL' }, { title: 'Why near' }, { title: 'Decision' }],
    rows.map(each => [code(each.url), foreign(each.why), each.reason]),
  );

function inlinks({ inlinks: { total, rows }, explanation }: DossierFacts): Content {
  if (!explanation.seen) return null;
  if (total === 0) return soft('No page that was read links to it.');
  return table(
    [{ title: 'From' }, { title: 'Kind', as: 'fit' }, { title: 'rel' }, { title: 'Text' }, { title: 'Bytes', as: 'fit' }],
    rows.map(row => [
      code(row.from),
      row.kind,
      row.rel === '' ? '' : foreign(row.rel),
      foreign(row.text),
      row.end > 0 ? `${row.start}–${row.end}` : '',
    ]),
    total > rows.length ? `The first ${rows.length} of ${count(total)}` : plural(total, 'link'),
  );
}

function hashes({ attempts, robots }: DossierFacts): Content {
  const bodies = attempts.filter(each => each.bodyHash !== null);
  return table(
    [{ title: 'Of' }, { title: 'SHA-256' }],
    [
      ...bodies.map(each => [`body of attempt ${each.attempt}, ${bytes(each.bodyBytes ?? 0)} decoded`, hash(each.bodyHash)]),
      ...(robots ? [[`robots.txt of ${robots.origin}, version ${robots.version}`, hash(robots.hash)]] : []),
    ],
  );
}

function settings({ settings: used, profileName }: DossierFacts): Content {
  if (!used) return null;
  const values = JSON.parse(used.json) as Readonly<Record<string, unknown>>;
  const words = (value: unknown): Content =>
    Array.isArray(value)
      ? value.length === 0
        ? 'none'
        : value.map((each, at) => [at > 0 && ', ', code(String(each))])
      : code(typeof value === 'string' ? value : JSON.stringify(value));
  return [
    el('p', {}, `Version ${used.id} of the settings, from ${timeText(used.at)}. The crawl reads robots.txt as ${profileName}.`),
    facts(Object.entries(values).map(([name, value]) => [name, words(value)])),
  ];
}
