import type { ProbeFacts } from '#shared/model/probe.ts';
import { decodeBase64 } from '../robots/base64.ts';
import { similarity, soundSignature } from '../text/signature.ts';
import { isSameText } from '../text/text-hash.ts';
import type { AuditSite, FactsPage, Verdict } from './check.ts';
import { probesOfSite } from './probes.ts';

/** What a host returns for a random path. */
interface Nonsense {
  readonly url: string;
  readonly signature: Uint8Array | null;
  readonly textHash: string | null;
}

const bytesOf = (signature: string | undefined): Uint8Array | null =>
  soundSignature(signature === undefined ? null : decodeBase64(signature));

const kept = new WeakMap<AuditSite, Map<number, Nonsense | null>>();

/** Null: no probe was sent, or the response has no text. */
function nonsenseOf(originId: number, site: AuditSite): Nonsense | null {
  const hosts = kept.get(site) ?? new Map<number, Nonsense | null>();
  kept.set(site, hosts);
  const known = hosts.get(originId);
  if (known !== undefined) return known;
  const row = probesOfSite(site).ofHost('not-found', originId);
  const ended = row && probesOfSite(site).end('not-found', row.url);
  // A redirect to a page of the crawl: that page is no soft 404 because of it.
  const facts: ProbeFacts | null = ended === null || typeof ended === 'string' ? null : ended.facts;
  const found = row && facts && { url: row.url, signature: bytesOf(facts.signature), textHash: facts.textHash ?? null };
  hosts.set(originId, found);
  return found;
}

/** Whether a page is like what its host returns for a random path. The home page is what many sites return there. */
export function likeNonsense({ url, facts }: FactsPage, percent: number, site: AuditSite): Verdict {
  const nonsense = nonsenseOf(url.originId, site);
  if (nonsense === null || new URL(url.url).pathname === '/') return null;
  if (nonsense.textHash !== null && facts.textHash !== undefined) {
    const isSame = isSameText(nonsense.textHash, facts.textHash);
    if (isSame === null) return 'no-facts';
    if (isSame) return [{ value: '100 %', url: nonsense.url }];
  }
  const own = nonsense.signature && bytesOf(facts.signature);
  if (!own || !nonsense.signature) return null;
  const like = similarity(own, nonsense.signature) * 100;
  return like >= percent ? [{ value: `${Math.floor(like)} %`, url: nonsense.url }] : null;
}
