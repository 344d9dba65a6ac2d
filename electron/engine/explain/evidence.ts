import type { DescribeParams } from '#shared/explain/describe.ts';
import {
  attemptDetail,
  contentTypeWords,
  evidenceLabels,
  limitText,
  limitWords,
  linkText,
  noResponseText,
  retryAfterWords,
  robotsOutcomeWords,
  robotsParams,
  statusWords,
} from '#shared/explain/evidence.ts';
import { withoutUserinfo } from '#shared/explain/redact.ts';
import { headerIndex, headerValue } from '#shared/header-values.ts';
import type { Decision, Evidence } from '#shared/model/decision.ts';
import type { EvidenceTarget, ResolvedEvidence } from '#shared/model/explanation.ts';
import { fail } from '#shared/rpc/errors.ts';
import { storedRedirects } from '#storage/file/stored-json.ts';
import type { FetchRow, Lookup } from '#storage/reads/lookup.ts';
import { isOwnText, type RobotsTable, type RobotsVersion } from '#storage/tables/robots-versions.ts';

/** Resolves stored evidence pointers to places and texts. Reads only; decides nothing. */

export interface EvidenceSource {
  readonly lookup: Lookup;
  readonly robots: Pick<RobotsTable, 'byId' | 'body'>;
}

interface Resolved {
  readonly label: string;
  readonly text: string;
  readonly open: EvidenceTarget | null;
  /** Values from this evidence for the sentence of the reason. */
  readonly params: DescribeParams;
}

/** The most characters shown of a line, header or tag. */
const maxText = 400;
/** The most bytes read of a tag. */
const maxTag = 2_000;
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

const originOfRobots = (version: RobotsVersion): string => {
  const redirects = storedRedirects(version.redirects);
  const url = redirects[0] ?? version.finalUrl;
  if (!URL.canParse(url)) fail('refused', 'The crawl file is damaged: the URL of a robots.txt cannot be read.');
  return new URL(url).origin;
};

const headerOf = (fetch: FetchRow | undefined, name: string): string | undefined =>
  headerValue(fetch?.responseHeaders ?? [], name) ?? undefined;

type Of<K extends Evidence['kind']> = Extract<Evidence, { readonly kind: K }>;

/** Resolves the evidence of one decision. */
class Resolver {
  readonly #source: EvidenceSource;
  readonly #urlText: string;

  constructor(source: EvidenceSource, urlText: string) {
    this.#source = source;
    this.#urlText = urlText;
  }

  resolve(evidence: Evidence): Resolved {
    switch (evidence.kind) {
      case 'seed':
        return { label: evidenceLabels.seed(evidence.position + 1), text: this.#urlText, open: null, params: {} };
      case 'link':
        return this.#link(evidence);
      case 'rendered-link':
        return this.#renderedLink(evidence);
      case 'rendering': {
        const { page, text } = evidence;
        const url = this.#source.lookup.urlById(page)?.url ?? '';
        const params = { tag: text, target: text };
        return { label: evidenceLabels.rendering(url), text, open: { view: 'url', url }, params };
      }
      case 'redirect':
        return this.#redirect(evidence);
      case 'sitemap-entry':
        return this.#sitemapEntry(evidence);
      case 'robots-line':
        return this.#robots(evidence.robots, evidence.line);
      case 'robots-fetch':
        return this.#robots(evidence.robots, 0);
      case 'header':
        return this.#header(evidence);
      case 'bytes':
        return this.#bytes(evidence);
      case 'fetch':
        return this.#fetch(evidence);
      case 'setting':
        return {
          label: evidenceLabels.setting(evidence.name, evidence.version),
          text: evidence.value,
          open: { view: 'settings', name: evidence.name },
          params: { setting: evidence.value },
        };
      case 'limit':
        return limitOf(evidence);
      case 'address': {
        const { host, detail } = evidence;
        return { label: evidenceLabels.address(host), text: detail, open: null, params: { host, detail } };
      }
      case 'url': {
        const url = this.#source.lookup.urlById(evidence.url)?.url ?? '';
        return { label: url, text: url, open: { view: 'url', url }, params: { target: url } };
      }
      case 'respelled':
        return this.#respelled(evidence);
      case 'pattern': {
        const { pattern, count } = evidence;
        return { label: evidenceLabels.pattern, text: pattern, open: null, params: { pattern, count } };
      }
      default: {
        const never: never = evidence;
        return never;
      }
    }
  }

  #respelled({ from, to, name, rule, robots: id, line, lines = [] }: Of<'respelled'>): Resolved {
    const version = id > 0 ? this.#source.robots.byId(id) : undefined;
    const params = { rule, to, spelling: from };
    const text = `${rule}${lines.length > 1 ? ` (${evidenceLabels.lines(lines)})` : ''}: ${from} → ${to}`;
    if (!version) return { label: evidenceLabels.respelled(name), text, open: { view: 'settings', name }, params };
    const origin = originOfRobots(version);
    return {
      label: evidenceLabels.robots(origin, line),
      text,
      open: { view: 'robots', origin, version: version.id, line },
      params: { ...params, ...robotsParams(origin, line, rule) },
    };
  }

  #link({ from: id, seq }: Of<'link'>): Resolved {
    const { lookup } = this.#source;
    const link = lookup.linkAt(id, seq);
    const from = link?.from ?? lookup.urlById(id)?.url ?? '';
    const open: EvidenceTarget =
      link && link.end > 0 && !link.rendered
        ? { view: 'source', url: from, start: link.start, end: link.end }
        : { view: 'url', url: from };
    const params = { from, kind: link?.kind ?? 'link' };
    return { label: evidenceLabels.link(from), text: link ? linkText(link) : '', open, params };
  }

  #renderedLink({ from: id, seq }: Of<'rendered-link'>): Resolved {
    const { lookup } = this.#source;
    const link = lookup.linkAt(id, seq);
    const from = link?.from ?? lookup.urlById(id)?.url ?? '';
    const params = { from, kind: link?.kind ?? 'link' };
    return {
      label: evidenceLabels.renderedLink(from),
      text: link ? linkText(link) : '',
      open: { view: 'url', url: from },
      params,
    };
  }

  #redirect({ from: id, fetch, status, location: raw }: Of<'redirect'>): Resolved {
    const { lookup } = this.#source;
    const from = lookup.urlById(id)?.url ?? '';
    const headers = lookup.fetch(fetch)?.responseHeaders ?? [];
    const index = headerIndex(headers, 'location');
    const location = withoutUserinfo(raw);
    return {
      label: evidenceLabels.redirect(from),
      text: `${status} Location: ${location}`,
      open: { view: 'header', url: from, index: Math.max(index, 0) },
      params: { from, status, location },
    };
  }

  #sitemapEntry({ sitemap: id, seq }: Of<'sitemap-entry'>): Resolved {
    const entry = this.#source.lookup.sitemapEntry(id, seq);
    const sitemap = entry?.sitemap ?? '';
    return {
      label: evidenceLabels.sitemap(sitemap, entry?.line ?? 0),
      text: entry?.url ?? '',
      open: { view: 'sitemap', sitemap: id, seq },
      params: { sitemap, from: sitemap },
    };
  }

  /** `line` 0: the file as a whole, or no file. */
  #robots(id: number, line: number): Resolved {
    const version = this.#source.robots.byId(id);
    if (!version) return { label: evidenceLabels.robotsMissing, text: '', open: null, params: {} };
    const origin = originOfRobots(version);
    if (isOwnText(version)) return this.#ownRobots(version, line);
    const outcome = robotsOutcomeWords(version);
    const text = line > 0 ? robotsLineText(this.#source, version, line) : outcome;
    const params = robotsParams(origin, line, text);
    return {
      label: evidenceLabels.robots(origin, line),
      text,
      open: { view: 'robots', origin, version: version.id, line },
      params: line > 0 ? params : { ...params, outcome },
    };
  }

  #ownRobots(version: RobotsVersion, line: number): Resolved {
    const origin = originOfRobots(version);
    const text = line > 0 ? robotsLineText(this.#source, version, line) : 'the text of your settings';
    const params = robotsParams(origin, line, text, true);
    const open: EvidenceTarget = { view: 'settings', name: 'ownRobots' };
    return { label: evidenceLabels.ownRobots(origin, line), text, open, params: { ...params, outcome: text } };
  }

  #header({ fetch: id, index }: Of<'header'>): Resolved {
    const fetch = this.#source.lookup.fetch(id);
    const [name, value] = fetch?.responseHeaders[index] ?? ['', ''];
    const header = `${name}: ${value}`;
    const url = fetch?.target ?? this.#urlText;
    return {
      label: evidenceLabels.header(index + 1),
      text: header,
      open: { view: 'header', url, index },
      params: { header: clip(header), from: fetch?.target ?? '' },
    };
  }

  #bytes({ fetch: id, start, end }: Of<'bytes'>): Resolved {
    const fetch = this.#source.lookup.fetch(id);
    const body = fetch ? this.#source.lookup.body(fetch.bodyHash) : null;
    const tag = body
      ? withoutUserinfo(
          Buffer.from(
            body.buffer,
            body.byteOffset + start,
            Math.max(0, Math.min(end - start, maxTag, body.length - start)),
          ).toString('utf8'),
        )
      : '';
    const url = fetch?.target ?? this.#urlText;
    return {
      label: evidenceLabels.bytes(start, end, url),
      text: tag,
      open: { view: 'source', url, start, end },
      params: { tag: clip(tag), from: url },
    };
  }

  #fetch({ fetch: id }: Of<'fetch'>): Resolved {
    const fetch = this.#source.lookup.fetch(id);
    if (!fetch) return { label: evidenceLabels.attemptMissing, text: '', open: null, params: {} };
    // A 304 confirmed a response of an earlier crawl.
    const status = fetch.outcome === 'response' && fetch.detail !== null ? fetch.detail : statusWords(fetch);
    return {
      label: evidenceLabels.attempt(fetch.attempt),
      text: fetch.outcome === 'response' ? status : noResponseText(fetch),
      open: { view: 'header', url: this.#urlText, index: -1 },
      params: {
        status,
        location: headerOf(fetch, 'location') ?? '',
        detail: attemptDetail(fetch),
        attempts: fetch.attempt,
        type: contentTypeWords(fetch.contentType),
        wait: retryAfterWords(headerOf(fetch, 'retry-after')),
      },
    };
  }
}

function limitOf({ name, limit: most, actual: found }: Of<'limit'>): Resolved {
  const [limit, actual] = [limitWords(name, most), limitWords(name, found)];
  return {
    label: evidenceLabels.limit(name),
    text: limitText(actual, limit),
    open: { view: 'settings', name },
    params: { limit, actual },
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** All resolved evidence of a decision, with the values for its sentence. The first piece with a value wins. */
export function resolveEvidence(
  source: EvidenceSource,
  decision: Pick<Decision, 'evidence' | 'reason'>,
  urlText: string,
): { shown: ResolvedEvidence[]; params: DescribeParams } {
  const resolver = new Resolver(source, urlText);
  let params: Record<string, string | number> = { host: hostOf(urlText) };
  const shown: ResolvedEvidence[] = [];
  for (const evidence of decision.evidence) {
    const { label, text, open, params: found } = resolver.resolve(evidence);
    shown.push({ kind: evidence.kind, label, text: clip(text), open });
    params = { ...found, ...withoutEmpty(params) };
  }
  return { shown, params };
}

const withoutEmpty = (params: Record<string, string | number>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''));
