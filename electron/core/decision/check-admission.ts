import type { CheckSubject } from '#shared/model/check.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { DecisionDraft, Evidence } from '#shared/model/decision.ts';
import type { LinkKind } from '#shared/model/page.ts';
import type { UrlPattern } from '../url/url-pattern.ts';
import { type DecisionRule, decide } from './sequence.ts';

/** How a URL was found that is not crawled. */
export interface Uncrawled {
  /** Why it is not crawled: the reason of its admission. */
  readonly reason: string;
  readonly kind: LinkKind;
  /** A checked URL redirects to it. */
  readonly isCheck: boolean;
}

const resourceKinds: ReadonlySet<LinkKind> = new Set(['stylesheet', 'script', 'image', 'media', 'icon', 'share-image']);
const referenceKinds: ReadonlySet<LinkKind> = new Set(['canonical', 'alternate', 'amphtml', 'next-prev']);
/** Reasons of URLs that are only used or referenced. */
const usedReasons: ReadonlySet<string> = new Set(['resource-not-crawled', 'reference-not-crawled']);

/**
 * Why a URL that is not crawled is checked; null where it is not. Form targets are never checked, because a request
 * may change something. URLs that a page only prepares (preconnect and the like) are never checked, because the
 * request may fail without a fault.
 */
export function checkSubject(
  { reason, kind, isCheck }: Uncrawled,
  settings: Pick<CrawlSettings, 'checkExternal' | 'checkResources'>,
): CheckSubject | null {
  const isOutside = reason.startsWith('scope-');
  if (isCheck && (isOutside || usedReasons.has(reason) || reason === 'check-redirect-target')) return 'redirect';
  if (isOutside) return settings.checkExternal ? 'external' : null;
  if (!settings.checkResources || !usedReasons.has(reason)) return null;
  if (resourceKinds.has(kind)) return 'resource';
  return referenceKinds.has(kind) ? 'reference' : null;
}

/** Whether the settings of this run check such a URL, which an earlier run found. */
export const isChecked = (
  subject: CheckSubject,
  { checkExternal, checkResources }: Pick<CrawlSettings, 'checkExternal' | 'checkResources'>,
): boolean =>
  subject === 'external' ? checkExternal : subject === 'redirect' ? checkExternal || checkResources : checkResources;

/** The facts that decide whether a check is queued. */
export interface CheckFacts {
  readonly href: string;
  readonly subject: CheckSubject;
  readonly exclude: readonly UrlPattern[];
  /** Checks of the host so far, and the limit for it with the setting it comes from. */
  readonly ofHost: number;
  readonly limit: { readonly name: 'maxChecksPerHost' | 'maxPages'; readonly most: number };
}

const rules: readonly DecisionRule<CheckFacts>[] = [
  {
    id: 'exclude',
    judge: ({ exclude, href }) => {
      const hit = exclude.find(pattern => pattern.test(href));
      const evidence: readonly Evidence[] = hit ? [{ kind: 'setting', name: 'exclude', value: hit.source }] : [];
      return hit && { verdict: 'unknown', reason: 'check-excluded', evidence };
    },
  },
  {
    id: 'checks-per-host',
    judge: ({ ofHost, limit }) =>
      ofHost < limit.most
        ? undefined
        : {
            verdict: 'unknown',
            reason: 'check-limit',
            evidence: [{ kind: 'limit', name: limit.name, limit: limit.most, actual: ofHost + 1 }],
          },
  },
];

/** Whether the check of a URL is queued: `defer` while it waits, `unknown` where it is never sent. */
export function admitCheck(facts: CheckFacts): DecisionDraft {
  const name = facts.subject === 'external' ? 'checkExternal' : 'checkResources';
  return decide('admission', rules, facts, {
    verdict: 'defer',
    reason: 'check-waiting',
    evidence: [{ kind: 'setting', name, value: facts.subject }],
  });
}
