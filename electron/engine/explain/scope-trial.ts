import { admit } from '#core/decision/admission.ts';
import { normalizeUrl } from '#core/url/normalize.ts';
import { urlPolicyOf } from '#core/url/url-policy.ts';
import { describe } from '#shared/explain/describe.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import {
  type ScopeGroup,
  type ScopeSettings,
  type ScopeTrial,
  scopeTrialLimits,
  type TriedUrl,
} from '#shared/model/scope-trial.ts';
import { fail } from '#shared/rpc/errors.ts';
import { checkSettings, scopeOf, seedUrl } from '../crawl/scope.ts';

export interface TrialSource {
  readonly settings: CrawlSettings;
  /** URLs in the order of their ids, with how many there are. */
  readonly urls: Iterable<string>;
  readonly stored: number;
}

type Judge = (url: string) => DecisionDraft;

/** Decides on a URL as if an ordinary link led to it. */
function judgeOf(settings: CrawlSettings): Judge {
  const scope = scopeOf(settings);
  const policy = urlPolicyOf(settings);
  const origin: Evidence = { kind: 'setting', name: 'link', value: 'an ordinary link' };
  const link = { kind: 'a', unfollowed: null, hreflang: false, isCheck: false, pageNofollow: false } as const;
  return url => {
    const { protocol, host } = new URL(url);
    const via = scope.seeds.has(url) ? 'seed' : 'link';
    return admit({
      ...link,
      settings: { ...settings, maxUrlLength: url.length },
      scope,
      url: { href: url, scheme: protocol.slice(0, -1), host },
      length: url.length,
      via,
      depth: 0,
      hops: 0,
      refusedAddress: '',
      trap: null,
      respelling: via === 'seed' ? [] : (policy?.steps(url, null) ?? []),
      origin,
    });
  };
}

/** The pattern, rule or value that decided. */
function ruleOf({ evidence }: DecisionDraft): string {
  const [first] = evidence;
  if (first?.kind === 'respelled') return first.rule;
  return first?.kind === 'setting' && first.name !== 'link' ? first.value : '';
}

/** Tries settings on the URLs of a crawl. Clean-param is left out: it depends on the robots.txt of each host. */
export function tryScope(source: TrialSource, change: Partial<ScopeSettings>, typed: readonly string[]): ScopeTrial {
  const settings = { ...source.settings, ...change };
  const [problem] = Object.entries(checkSettings(settings));
  if (problem) fail('bad_request', problem[1]);
  const [now, then] = [judgeOf(source.settings), judgeOf(settings)];
  const groups = new Map<
    string,
    { reason: ScopeGroup['reason']; rule: string; urls: number; changed: number; examples: string[] }
  >();
  let tried = 0;
  for (const url of source.urls) {
    if (tried >= scopeTrialLimits.stored) break;
    if (!/^https?:/.test(url) || !URL.canParse(url)) continue;
    tried += 1;
    const draft = then(url);
    const isTaken = draft.verdict === 'accept';
    const rule = isTaken ? '' : ruleOf(draft);
    const key = `${isTaken ? '' : draft.reason} ${rule}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = { reason: isTaken ? null : draft.reason, rule, urls: 0, changed: 0, examples: [] };
      groups.set(key, group);
    }
    group.urls += 1;
    if ((now(url).verdict === 'accept') !== isTaken) group.changed += 1;
    if (group.examples.length < scopeTrialLimits.examples) group.examples.push(url);
  }
  return {
    tried,
    stored: source.stored,
    groups: [...groups.values()].sort((a, b) => b.urls - a.urls),
    typed: typed.slice(0, scopeTrialLimits.typed).map(each => triedUrl(each, then)),
  };
}

function triedUrl(typed: string, judge: Judge): TriedUrl {
  const url = seedUrl(typed);
  if (url === null) {
    const raw = normalizeUrl(typed);
    return {
      typed,
      isTaken: false,
      sentence: raw.kind === 'url' ? describe('scheme-not-fetched', {}) : describe('url-invalid', {}),
    };
  }
  const draft = judge(url);
  if (draft.verdict === 'accept') return { typed, isTaken: true, sentence: 'These settings take this URL.' };
  const respelled = draft.evidence.filter(each => each.kind === 'respelled');
  const params = {
    host: new URL(url).host,
    setting: ruleOf(draft),
    rule: ruleOf(draft),
    to: respelled.at(-1)?.to ?? '',
    actual: url.length,
    limit: url.length,
    kind: 'a',
    from: 'A page',
  };
  return { typed, isTaken: false, sentence: describe(draft.reason, params) };
}
