import { registrableDomain } from '#core/url/authority.ts';
import type { AdviceCase } from '#shared/explain/reasons/reason.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Decision } from '#shared/model/decision.ts';
import type { UrlFacts } from '#shared/model/explanation.ts';
import type { FailureCause } from '#shared/model/fetch.ts';
import type { Lookup } from '#storage/reads/lookup.ts';
import type { RobotsTable } from '#storage/tables/robots-versions.ts';

interface AdviceSource {
  readonly settings: Pick<CrawlSettings, 'seeds'>;
  readonly robots: Pick<RobotsTable, 'byId'>;
  readonly lookup: Pick<Lookup, 'fetch'>;
}

type Links = Pick<UrlFacts, 'inlinks' | 'inSitemaps'>;

const none: ReadonlySet<AdviceCase> = new Set();

/** Failures that can mean the server is down or unreachable from this computer. */
const noConnection: ReadonlySet<FailureCause> = new Set([
  'connection-refused',
  'connection-lost',
  'timeout-connect',
  'timeout-headers',
  'timeout-body',
]);

/** Current facts that change a decision's advice. Reads only for reasons with such cases. `links`: null for an unseen URL. */
export function adviceCases(
  source: AdviceSource,
  decision: Pick<Decision, 'reason' | 'evidence'>,
  host: string,
  links: Links | null,
): ReadonlySet<AdviceCase> {
  const advice = reasonOf(decision.reason)?.advice ?? '';
  if (typeof advice === 'string') return none;
  const found = new Set<AdviceCase>();
  if ('seed-domain' in advice && isInSeedDomain(source.settings.seeds, host)) found.add('seed-domain');
  if (links && links.inlinks > 0) found.add('linked');
  if (links && links.inSitemaps > 0) found.add('in-sitemap');
  const cause = 'no-such-host' in advice ? robotsFailure(source.robots, decision) : null;
  if (cause === 'dns-failure') found.add('no-such-host');
  else if (cause !== null && noConnection.has(cause)) found.add('no-connection');
  if ('cut-at-limit' in advice && isCut(source.lookup, decision)) found.add('cut-at-limit');
  return found;
}

/** Whether the request that decided ended at our own limit for bodies. */
function isCut(lookup: AdviceSource['lookup'], { evidence }: Pick<Decision, 'evidence'>): boolean {
  const pointer = evidence.find(each => each.kind === 'fetch');
  return pointer?.kind === 'fetch' && lookup.fetch(pointer.fetch)?.bodyEnd === 'too-large';
}

function isInSeedDomain(seeds: readonly string[], host: string): boolean {
  const domain = registrableDomain(host.replace(/:\d+$/, ''));
  return domain !== '' && seeds.some(seed => URL.canParse(seed) && registrableDomain(new URL(seed).hostname) === domain);
}

/** How the request for robots.txt failed; null if the server responded. */
function robotsFailure(robots: AdviceSource['robots'], { evidence }: Pick<Decision, 'evidence'>): FailureCause | null {
  const pointer = evidence.find(each => each.kind === 'robots-fetch');
  const version = pointer?.kind === 'robots-fetch' ? robots.byId(pointer.robots) : undefined;
  return (version?.cause ?? null) as FailureCause | null;
}
