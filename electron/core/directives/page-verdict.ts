import { canonicalFor, type EngineCanonical } from '#core/canonical/as-engine.ts';
import { contentTypeWords } from '#shared/explain/evidence.ts';
import { engineRule } from '#shared/explain/verdict-words.ts';
import type { DirectiveReading, PageVerdict } from '#shared/model/directives.ts';
import { canonicalAfterScripts, indexAfterScripts, linksAfterScripts } from './after-scripts.ts';
import type { DirectiveEngine } from './engine.ts';
import { type PageInputs, readDirectives } from './read.ts';
import type { StoredPage, VerdictFacts } from './verdict-facts.ts';
import { Reasons } from './verdict-reasons.ts';

/**
 * Whether one crawler may fetch, list, follow and quote a URL, and which URL it takes as canonical: five verdicts,
 * each with all reasons. For the crawler, a page that robots.txt blocks does not exist. Directives of a stored copy
 * are then reported as stored, never as the verdict. `now` as in `readDirectives`.
 */
export function pageVerdict(
  engine: DirectiveEngine,
  robotNames: readonly string[],
  { robots, page, readable, linked }: VerdictFacts,
  { now }: { readonly now?: number } = {},
): PageVerdict {
  const reasons = new Reasons(engine);
  const crawl = !robots.known ? 'unknown' : robots.allowed === null ? 'choice' : robots.allowed ? 'allowed' : 'blocked';
  reasons.robots(robots);
  if (!linked) reasons.add('not-linked', 'crawl', 7);
  const answers = (index: PageVerdict['index'], follow: PageVerdict['follow']): PageVerdict => ({
    crawl,
    index,
    follow,
    snippet: null,
    canonical: null,
    reasons: reasons.list,
  });
  const read = (inputs: PageInputs): DirectiveReading =>
    readDirectives(engine, inputs, robotNames, now === undefined ? {} : { now });
  if (crawl === 'blocked' && robots.wholeSite && engine.closedSite.value === 'not-listed') {
    reasons.add('site-removed', 'index', 1, { rule: engineRule('a closed site', engine.closedSite) });
    return answers('no', 'no');
  }
  if (crawl === 'blocked') {
    reasons.add('blocked-but-listed', 'index', 1);
    if (!readable?.whole) reasons.add('behind-block-unknown', 'index', 4);
    else reasons.behindBlock(read(readable.inputs), canonicalOf(engine, readable));
    return answers('url-only', 'no');
  }
  if (crawl === 'unknown') return answers('unknown', 'unknown');
  if (!page) {
    reasons.add('not-fetched', 'index', 4);
    return answers('unknown', 'unknown');
  }
  if (page.redirectTo !== '') {
    reasons.add('redirect', 'index', 2, { text: page.redirectTo });
    reasons.onRedirect(read({ metas: [], headers: page.inputs.headers }));
    return answers('no', 'unknown');
  }
  if (page.status < 200 || page.status > 299) {
    const kind = page.status >= 500 ? 'status-5xx' : 'status-4xx';
    if (page.status >= 400) reasons.add(kind, 'index', 2, { text: String(page.status) });
    return answers(page.status >= 400 ? 'no' : 'unknown', page.status >= 400 ? 'no' : 'unknown');
  }
  if (!page.whole) {
    reasons.add('not-fetched', 'index', 4);
    return answers('unknown', 'unknown');
  }
  const reading = read(page.inputs);
  const canonical = canonicalOf(engine, page);
  reasons.reading(reading, page.headEndedBy);
  reasons.canonical(canonical, reading.index.value === 'no');
  if (!page.isHtml) reasons.add('media-type', 'follow', 3, { text: page.contentType || contentTypeWords(null) });
  if (page.refresh) reasons.refresh(page.refresh);
  const index = page.rendered ? indexAfterScripts(engine, reading, read(page.rendered), reasons) : reading.index.value;
  const follow = followOf(engine, page, reading, reasons);
  if (page.scripts && follow !== 'no') linksAfterScripts(engine, page.scripts, reasons);
  return {
    crawl,
    index,
    follow,
    snippet: reading.snippet.value,
    canonical: page.scripts
      ? canonicalAfterScripts(engine, canonical, page.scripts, reasons)
      : { kind: canonical.kind, url: canonical.url },
    reasons: reasons.list,
  };
}

const canonicalOf = (engine: DirectiveEngine, { canonicals, url, baseUrl }: StoredPage): EngineCanonical =>
  canonicalFor(engine.canonical.value, canonicals, url, baseUrl);

/** A page whose links all carry rel=nofollow has none that count, or none for certain. */
function followOf(
  engine: DirectiveEngine,
  page: StoredPage,
  { follow }: DirectiveReading,
  reasons: Reasons,
): PageVerdict['follow'] {
  if (follow.value !== 'yes') return follow.value;
  if (!page.isHtml) return 'unknown';
  const { total, nofollow } = page.links;
  if (total === 0 || nofollow < total || engine.linkNofollow.value === 'undocumented') return 'yes';
  reasons.add('link-nofollow-only', 'follow', 6);
  return engine.linkNofollow.value === 'hint' ? 'hint' : 'no';
}
