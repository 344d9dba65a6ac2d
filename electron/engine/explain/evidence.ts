import { type DescribeParams, durationWords, lineWords } from '#shared/explain/describe.ts';
import type { Decision, Evidence } from '#shared/model/decision.ts';
import type { EvidenceTarget, ResolvedEvidence } from '#shared/model/explanation.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { RobotsTable, RobotsVersion } from '#storage/tables/robots-versions.ts';

/** Turns stored evidence pointers into words and places. Reads only; decides nothing. */

export interface EvidenceSource {
  readonly lookup: Lookup;
  readonly robots: Pick<RobotsTable, 'byId' | 'body'>;
}

interface Resolved {
  readonly shown: ResolvedEvidence;
  readonly params: DescribeParams;
}

/** Settings as the form names them. */
const settingWords: Readonly<Record<string, string>> = {
  scope: 'the scope',
  include: 'include patterns',
  exclude: 'exclude patterns',
  maxPages: 'pages',
  maxDepth: 'depth',
  maxUrlLength: 'the length of a URL',
  maxRedirects: 'redirects in a row',
  maxDelayMs: 'the longest Crawl-delay',
  siteRules: 'robots.txt on sites',
  link: 'how it would be found',
};

const maxText = 400;
const clip = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text);

/** The 1-based line of a robots.txt body, as text. */
export function robotsLineText(source: EvidenceSource, version: RobotsVersion, line: number): string {
  const body = source.robots.body(version.bodyHash);
  if (!body || line < 1) return '';
  const text = Buffer.from(body.buffer, body.byteOffset, body.length)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return text.split(/\r\n|\r|\n/)[line - 1] ?? '';
}

/** 'status 404', 'connection refused: …': how asking for robots.txt ended. */
export function robotsOutcomeWords(version: RobotsVersion): string {
  if (version.cause) return (version.detail || version.cause).replace(/\.$/, '');
  if (version.detail) return version.detail;
  return version.status === null ? 'no answer' : `status ${version.status}`;
}

const originOfRobots = (version: RobotsVersion): string => {
  const redirects = JSON.parse(version.redirects) as string[];
  return new URL(redirects[0] ?? version.finalUrl).origin;
};

function resolveOne(source: EvidenceSource, evidence: Evidence, urlText: string): Resolved {
  const make = (label: string, text: string, open: EvidenceTarget | null, params: DescribeParams = {}): Resolved => ({
    shown: { kind: evidence.kind, label, text: clip(text), open },
    params,
  });
  switch (evidence.kind) {
    case 'seed':
      return make(`seed ${evidence.position + 1}`, urlText, null);
    case 'link': {
      const link = source.lookup.linkAt(evidence.from, evidence.seq);
      const from = link?.from ?? source.lookup.urlById(evidence.from)?.url ?? '';
      const where =
        link && link.end > 0
          ? { view: 'source' as const, url: from, start: link.start, end: link.end }
          : { view: 'url' as const, url: from };
      return make(`link on ${from}`, link ? linkWords(link) : '', where, { from, kind: link?.kind ?? 'link' });
    }
    case 'redirect': {
      const from = source.lookup.urlById(evidence.from)?.url ?? '';
      const headers = source.lookup.fetch(evidence.fetch)?.responseHeaders ?? [];
      const index = headers.findIndex(([name]) => name.toLowerCase() === 'location');
      return make(
        `redirect of ${from}`,
        `${evidence.status} Location: ${evidence.location}`,
        { view: 'header', url: from, index: Math.max(index, 0) },
        {
          from,
          status: evidence.status,
          location: evidence.location,
        },
      );
    }
    case 'sitemap-entry': {
      const entry = source.lookup.sitemapEntry(evidence.sitemap, evidence.seq);
      const sitemap = entry?.sitemap ?? '';
      return make(
        `${sitemap}${entry?.line ? `, line ${entry.line}` : ''}`,
        entry?.url ?? '',
        { view: 'sitemap', sitemap: evidence.sitemap, seq: evidence.seq },
        { sitemap, from: sitemap },
      );
    }
    case 'robots-line': {
      const version = source.robots.byId(evidence.robots);
      if (!version) return make('robots.txt (not in this file)', '', null);
      const origin = originOfRobots(version);
      if (evidence.line === 0) return robotsFetch(version, origin, make);
      const text = robotsLineText(source, version, evidence.line);
      return make(
        `${origin}/robots.txt, line ${evidence.line}`,
        text,
        { view: 'robots', origin, version: version.id, line: evidence.line },
        {
          line: lineWords(evidence.line, text),
          robots: `${origin}/robots.txt`,
        },
      );
    }
    case 'robots-fetch': {
      const version = source.robots.byId(evidence.robots);
      if (!version) return make('robots.txt (not in this file)', '', null);
      return robotsFetch(version, originOfRobots(version), make);
    }
    case 'header': {
      const fetch = source.lookup.fetch(evidence.fetch);
      const [name, value] = fetch?.responseHeaders[evidence.index] ?? ['', ''];
      return make(
        `response header ${evidence.index + 1}`,
        `${name}: ${value}`,
        { view: 'header', url: fetch?.target ?? urlText, index: evidence.index },
        { header: `${name}: ${value}`, from: fetch?.target ?? '' },
      );
    }
    case 'bytes': {
      const fetch = source.lookup.fetch(evidence.fetch);
      const body = fetch && source.lookup.body(fetch.bodyHash);
      const tag = body
        ? Buffer.from(body.buffer, body.byteOffset + evidence.start, Math.min(evidence.end - evidence.start, 2_000)).toString(
            'utf8',
          )
        : '';
      const target = fetch?.target ?? urlText;
      return make(
        `bytes ${evidence.start}–${evidence.end} of ${target}`,
        tag,
        { view: 'source', url: target, start: evidence.start, end: evidence.end },
        { tag, from: target },
      );
    }
    case 'fetch': {
      const fetch = source.lookup.fetch(evidence.fetch);
      if (!fetch) return make('attempt (not in this file)', '', null);
      const status = fetch.status === null ? 'no status' : `${fetch.status}${fetch.statusText ? ` ${fetch.statusText}` : ''}`;
      const location = fetch.responseHeaders.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '';
      const type = fetch.contentType ?? 'of no declared type';
      const retryAfter = fetch.responseHeaders.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
      return make(
        `attempt ${fetch.attempt}`,
        fetch.outcome === 'response' ? status : (fetch.detail ?? fetch.cause ?? 'in flight'),
        { view: 'header', url: urlText, index: -1 },
        {
          status,
          location,
          detail: (
            fetch.detail ??
            fetch.cause ??
            (fetch.bodyEnd && fetch.bodyEnd !== 'complete' ? fetch.bodyEnd : status)
          ).replace(/\.$/, ''),
          attempts: fetch.attempt,
          type,
          wait: retryAfter
            ? /^\d+$/.test(retryAfter)
              ? durationWords(Number(retryAfter) * 1000)
              : `until ${retryAfter}`
            : 'a while',
        },
      );
    }
    case 'setting':
      return make(
        `your setting for ${settingWords[evidence.name] ?? evidence.name}${evidence.version === undefined ? '' : ` (settings version ${evidence.version})`}`,
        evidence.value,
        { view: 'settings', name: evidence.name },
        { setting: evidence.value },
      );
    case 'limit': {
      const isTime = evidence.name.endsWith('Ms');
      const words = (value: number) => (isTime ? durationWords(value) : String(value));
      return make(
        `your limit for ${settingWords[evidence.name] ?? evidence.name}`,
        `${words(evidence.actual)} of ${words(evidence.limit)}`,
        { view: 'settings', name: evidence.name },
        { limit: words(evidence.limit), actual: words(evidence.actual) },
      );
    }
    case 'address':
      return make(`address of ${evidence.host}`, evidence.detail, null, { host: evidence.host, detail: evidence.detail });
    case 'url': {
      const url = source.lookup.urlById(evidence.url)?.url ?? '';
      return make(url, url, { view: 'url', url }, { target: url });
    }
    default: {
      const never: never = evidence;
      return never;
    }
  }
}

const linkWords = (link: { kind: string; rel: string; text: string }): string =>
  `<${link.kind}${link.rel ? ` rel="${link.rel}"` : ''}>${link.text ? ` “${link.text}”` : ''}`;

function robotsFetch(
  version: RobotsVersion,
  origin: string,
  make: (label: string, text: string, open: EvidenceTarget | null, params: DescribeParams) => Resolved,
): Resolved {
  const outcome = robotsOutcomeWords(version);
  return make(
    `${origin}/robots.txt`,
    outcome,
    { view: 'robots', origin, version: version.id, line: 0 },
    { robots: `${origin}/robots.txt`, outcome, line: 'No single line but the whole' },
  );
}

/** All evidence of a decision, resolved, with the values its sentence needs. */
export function resolveEvidence(
  source: EvidenceSource,
  decision: Pick<Decision, 'evidence' | 'reason'>,
  urlText: string,
): { shown: ResolvedEvidence[]; params: DescribeParams } {
  let host = '';
  try {
    host = new URL(urlText).host;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  let params: Record<string, string | number> = { host };
  const shown: ResolvedEvidence[] = [];
  for (const evidence of decision.evidence) {
    const resolved = resolveOne(source, evidence, urlText);
    shown.push(resolved.shown);
    params = { ...resolved.params, ...withoutEmpty(params) };
  }
  return { shown, params };
}

const withoutEmpty = (params: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
