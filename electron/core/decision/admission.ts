import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { TrapSign } from '../traps/judge.ts';
import type { UrlPattern } from '../url/url-pattern.ts';
import type { Respelling } from '../url/url-policy.ts';
import type { RelToken } from './rel-policy.ts';
import { type DecisionRule, decide } from './sequence.ts';

/** The settings that the rules below read. A change of one may admit or keep out URLs that are stored already. */
export const admissionSettings = [
  'seeds',
  'scope',
  'follow',
  'internalHosts',
  'rewrites',
  'parameters',
  'cleanParam',
  'include',
  'exclude',
  'maxDepth',
  'maxUrlLength',
  'maxRedirects',
  'nofollowLinks',
  'ugcLinks',
  'sponsoredLinks',
  'crawlCanonicals',
  'crawlHreflang',
  'crawlAmp',
  'profile',
] as const satisfies readonly (keyof CrawlSettings)[];
export type AdmissionSetting = (typeof admissionSettings)[number];

/** All facts that the admission rules use. They are collected before the decision; rules fetch nothing. */
export interface AdmissionFacts {
  readonly settings: Pick<
    CrawlSettings,
    'scope' | 'follow' | 'maxDepth' | 'maxUrlLength' | 'maxRedirects' | 'crawlCanonicals' | 'crawlHreflang' | 'crawlAmp'
  >;
  readonly scope: ScopeFacts;
  /** null for a string that is not a URL. Parts are never ''. */
  readonly url: { readonly href: string; readonly scheme: string; readonly host: string } | null;
  readonly length: number;
  readonly via: 'seed' | 'link' | 'redirect' | 'sitemap';
  readonly kind: LinkKind;
  /** It has an hreflang attribute. */
  readonly hreflang: boolean;
  /** The token of its rel by which the crawl does not follow it, null for none. */
  readonly unfollowed: RelToken | null;
  /** The redirecting URL is checked, not crawled. */
  readonly isCheck: boolean;
  /** The linking page's robots directives say nofollow. */
  readonly pageNofollow: boolean;
  readonly depth: number;
  /** Redirects in a row that led here. */
  readonly hops: number;
  /** Why no request may be sent to the address, '' if it may. */
  readonly refusedAddress: string;
  /** What a trap guard says of an address that no other rule keeps out; null: nothing. */
  readonly trap: TrapSign | null;
  /** The rules that give this URL another spelling, which the crawl takes instead. Absent or empty: none. */
  readonly respelling?: readonly Respelling[];
  /** The rules that made this URL of the one that was found. */
  readonly spelledBy?: readonly Respelling[];
  /** Pointer to the seed, link, redirect or sitemap entry. */
  readonly origin: Evidence;
}

/** The scope, prepared once per crawl. */
export interface ScopeFacts {
  readonly seeds: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly hosts: ReadonlySet<string>;
  readonly domains: ReadonlySet<string>;
  /** Whether the settings count a host as internal, as in `URL.host`. */
  isInternal(host: string): boolean;
  readonly include: readonly UrlPattern[];
  readonly exclude: readonly UrlPattern[];
  /** The crawler of the crawl follows href and not src, so frames lead nowhere. */
  readonly ignoresFrames: boolean;
  domainOf(host: string): string;
}

/** Links a crawler follows; the rest are resources or references. */
export const followedKinds: ReadonlySet<LinkKind> = new Set(['a', 'area', 'frame', 'iframe', 'refresh', 'redirect']);

/** Whether links of a kind are followed. Asked for every link, so the two most frequent kinds come first. */
export const isFollowedKind = (kind: LinkKind): boolean => kind === 'a' || (kind !== 'image' && followedKinds.has(kind));

const referenceKinds: ReadonlySet<LinkKind> = new Set(['canonical', 'alternate', 'amphtml', 'next-prev', 'link-header', 'other']);

/** Whether the settings have the target of such a reference crawled like that of a link. */
export const crawlsReference = (
  settings: AdmissionFacts['settings'],
  { kind, hreflang }: Pick<AdmissionFacts, 'kind' | 'hreflang'>,
): boolean =>
  (kind === 'canonical' && settings.crawlCanonicals) ||
  (kind === 'alternate' && hreflang && settings.crawlHreflang) ||
  (kind === 'amphtml' && settings.crawlAmp);

const relReasons = { nofollow: 'link-nofollow', sponsored: 'link-sponsored', ugc: 'link-ugc' } as const;

const respelledReasons = { rewrites: 'url-rewritten', parameters: 'parameters-changed', cleanParam: 'clean-param' } as const;

const setting = (name: string, value: string): Evidence => ({ kind: 'setting', name, value });

/** On an internal host, the folders of the start URLs count as on their own hosts. */
const hasPrefixPath = (
  { isInternal, prefixes }: ScopeFacts,
  { href, host }: { readonly href: string; readonly host: string },
): boolean => isInternal(host) && prefixes.some(prefix => pathOf(href).startsWith(pathOf(prefix)));

const pathOf = (href: string): string => href.slice(href.indexOf('/', href.indexOf('//') + 2));

const rules: readonly DecisionRule<AdmissionFacts>[] = [
  { id: 'valid-url', judge: f => (f.url ? undefined : { verdict: 'reject', reason: 'url-invalid', evidence: [f.origin] }) },
  {
    id: 'scheme',
    judge: f =>
      f.url?.scheme === 'http' || f.url?.scheme === 'https'
        ? undefined
        : { verdict: 'reject', reason: 'scheme-not-fetched', evidence: [f.origin] },
  },
  {
    id: 'url-length',
    judge: f =>
      f.length <= f.settings.maxUrlLength
        ? undefined
        : {
            verdict: 'reject',
            reason: 'url-too-long',
            evidence: [{ kind: 'limit', name: 'maxUrlLength', limit: f.settings.maxUrlLength, actual: f.length }, f.origin],
          },
  },
  { id: 'seed', judge: f => (f.via === 'seed' ? { verdict: 'accept', reason: 'seed', evidence: [f.origin] } : undefined) },
  {
    id: 'address',
    judge: f =>
      f.refusedAddress
        ? {
            verdict: 'reject',
            reason: 'address-refused',
            evidence: [{ kind: 'address', host: f.url?.host ?? '', detail: f.refusedAddress }, f.origin],
          }
        : undefined,
  },
  {
    id: 'redirect-limit',
    judge: f =>
      f.hops > f.settings.maxRedirects
        ? {
            verdict: 'reject',
            reason: 'redirect-limit',
            evidence: [{ kind: 'limit', name: 'maxRedirects', limit: f.settings.maxRedirects, actual: f.hops }, f.origin],
          }
        : undefined,
  },
  {
    id: 'link-kind',
    judge: f => {
      if (f.via !== 'link' || followedKinds.has(f.kind) || crawlsReference(f.settings, f)) return undefined;
      const reason = referenceKinds.has(f.kind) ? 'reference-not-crawled' : 'resource-not-crawled';
      return { verdict: 'reject', reason, evidence: [f.origin] };
    },
  },
  {
    id: 'frames',
    judge: f =>
      f.via === 'link' && f.scope.ignoresFrames && (f.kind === 'frame' || f.kind === 'iframe')
        ? { verdict: 'reject', reason: 'frame-not-followed', evidence: [f.origin] }
        : undefined,
  },
  {
    id: 'scope',
    judge: ({ settings, scope, url, origin }) => {
      if (!url) return undefined;
      const inside =
        settings.scope === 'host'
          ? scope.hosts.has(url.host) || scope.isInternal(url.host)
          : settings.scope === 'domain'
            ? scope.domains.has(scope.domainOf(url.host)) || scope.isInternal(url.host)
            : settings.scope === 'prefix'
              ? scope.prefixes.some(prefix => url.href.startsWith(prefix)) || hasPrefixPath(scope, url)
              : scope.seeds.has(url.href);
      return inside
        ? undefined
        : { verdict: 'reject', reason: `scope-${settings.scope}`, evidence: [setting('scope', settings.scope), origin] };
    },
  },
  {
    id: 'check-redirect',
    judge: f => (f.isCheck ? { verdict: 'reject', reason: 'check-redirect-target', evidence: [f.origin] } : undefined),
  },
  {
    id: 'follow',
    judge: ({ settings: { follow }, via, origin }) => {
      if (follow === 'links' || via === 'redirect' || (follow === 'sitemaps' && via === 'sitemap')) return undefined;
      const reason = follow === 'sitemaps' ? 'sitemaps-only' : 'start-urls-only';
      return { verdict: 'reject', reason, evidence: [setting('follow', follow), origin] };
    },
  },
  {
    id: 'spelling',
    judge: ({ respelling = [], origin }) => {
      const [first] = respelling;
      return first && { verdict: 'reject', reason: respelledReasons[first.name], evidence: [...respelling, origin] };
    },
  },
  {
    id: 'exclude',
    judge: f => {
      const hit = f.scope.exclude.find(pattern => pattern.test(f.url?.href ?? ''));
      return hit && { verdict: 'reject', reason: 'excluded-pattern', evidence: [setting('exclude', hit.source), f.origin] };
    },
  },
  {
    id: 'include',
    judge: f =>
      f.scope.include.length === 0 || f.scope.include.some(pattern => pattern.test(f.url?.href ?? ''))
        ? undefined
        : {
            verdict: 'reject',
            reason: 'not-included',
            evidence: [setting('include', f.scope.include.map(p => p.source).join(' | ')), f.origin],
          },
  },
  {
    id: 'link-nofollow',
    judge: f =>
      f.via === 'link' && f.unfollowed
        ? { verdict: 'reject', reason: relReasons[f.unfollowed], evidence: [f.origin] }
        : undefined,
  },
  {
    id: 'page-nofollow',
    judge: f =>
      f.via === 'link' && f.pageNofollow ? { verdict: 'reject', reason: 'page-nofollow', evidence: [f.origin] } : undefined,
  },
  {
    id: 'depth',
    judge: f =>
      f.depth > f.settings.maxDepth
        ? {
            verdict: 'reject',
            reason: 'depth-limit',
            evidence: [{ kind: 'limit', name: 'maxDepth', limit: f.settings.maxDepth, actual: f.depth }, f.origin],
          }
        : undefined,
  },
  {
    id: 'trap',
    judge: f =>
      f.trap && f.via !== 'seed'
        ? { verdict: 'reject', reason: f.trap.reason, evidence: [...trapEvidence(f.trap), f.origin] }
        : undefined,
  },
];

/** The pattern that a guard stops, and the address that is the same. */
const trapEvidence = ({ pattern, count, same }: TrapSign): readonly Evidence[] => [
  ...(same > 0 ? [{ kind: 'url', url: same } as const] : []),
  { kind: 'pattern', pattern, count },
];

/** The pattern of a queued URL was closed before its turn. */
export const stoppedByGuard = (trap: TrapSign): DecisionDraft => ({
  stage: 'admission',
  verdict: 'reject',
  reason: trap.reason,
  rule: 'trap',
  evidence: trapEvidence(trap),
  trace: [{ rule: 'trap', answer: 'reject' }],
});

export const admissionRules: readonly string[] = rules.map(rule => rule.id);

/** Whether a URL may enter the frontier. The same function for seeds, links, redirect targets and sitemap entries. */
export function admit(facts: AdmissionFacts): DecisionDraft {
  const isLink = followedKinds.has(facts.kind);
  const linked = !isLink ? 'reference-target' : facts.origin.kind === 'rendered-link' ? 'rendered-link' : 'linked';
  const reason = facts.via === 'redirect' ? 'redirect-target' : facts.via === 'sitemap' ? 'sitemap-entry' : linked;
  return decide('admission', rules, facts, { verdict: 'accept', reason, evidence: [...(facts.spelledBy ?? []), facts.origin] });
}
