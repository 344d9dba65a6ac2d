import type { CheckCount, Finding, FindingItem } from '#shared/model/audit.ts';
import type { Likenesses } from './alike.ts';
import type { AuditPage, AuditSite, Check, Limits, Verdict } from './check.ts';
import type { GroupOfUrls } from './groups.ts';
import type { InlinkState } from './inlinks.ts';
import { ofUrl } from './items.ts';
import { hasFacts } from './page-pass.ts';
import type { RelationState } from './relations.ts';
import type { UrlTable } from './url-table.ts';

/** Items of a finding that are kept; the others are counted. */
const mostItems = 50;
export interface CheckResult {
  readonly check: Check;
  readonly limits: Limits;
  readonly count: CheckCount;
  /** URLs that are hit, in order of their ids; none where the check looks at hosts, sitemaps or the crawl. */
  readonly ids: Int32Array;
  /** The group of a URL, for checks of duplicates. */
  readonly groupOf: GroupOfUrls | null;
  /** Whether several pages share a key of such a check. */
  readonly isShared: (key: string) => boolean;
  /** What a URL is like, for checks of near duplicates. */
  readonly likeness: Likenesses | null;
  /** Findings without a URL of the crawl. */
  readonly others: readonly Finding[];
}

/** What an audit read besides the results of its checks: the next one need not read it again. */
export interface AuditGround {
  readonly table: UrlTable;
  readonly inlinks: InlinkState;
  readonly relations: RelationState;
}

export interface Audit {
  readonly results: readonly CheckResult[];
  readonly site: AuditSite;
  readonly ground: AuditGround;
  /** The finding of a check about a URL that it hit, computed again from stored data; null if it did not hit. */
  finding(result: CheckResult, id: number): Finding | null;
  /** All findings of a check, URLs in order of their ids. */
  findings(result: CheckResult): Iterable<Finding>;
}

export const isHit = (verdict: Verdict): verdict is readonly FindingItem[] => verdict !== null && typeof verdict !== 'string';

export const evidenceOf = (items: readonly FindingItem[], group?: string): Finding['evidence'] => ({
  items: items.slice(0, mostItems),
  ...(items.length > mostItems ? { dropped: items.length - mostItems } : {}),
  ...(group === undefined ? {} : { group }),
});

/** What an audit found, with evidence on request. */
export class Result implements Audit {
  #last: { readonly id: number; readonly page: AuditPage | null } | null = null;
  readonly results: readonly CheckResult[];
  readonly site: AuditSite;
  readonly ground: AuditGround;

  constructor(results: readonly CheckResult[], site: AuditSite, ground: AuditGround) {
    this.results = results;
    this.site = site;
    this.ground = ground;
  }

  finding(result: CheckResult, id: number): Finding | null {
    const url = this.site.url(id);
    if (url === null) return null;
    const items = this.#items(result, id);
    const group = (items && this.#cause(result.check, id, items)) ?? result.groupOf?.get(id);
    return items && { check: result.check.id, url: url.url, evidence: evidenceOf(items, group) };
  }

  /** Names what a hit has in common with others. */
  #cause(check: Check, id: number, items: readonly FindingItem[]): string | undefined {
    if ((check.scope !== 'page' && check.scope !== 'group') || check.cause === undefined) return undefined;
    const page = this.#page(id);
    return page && hasFacts(page) ? check.cause(page, items) : undefined;
  }

  /** The page of an id. Two questions in turn mostly are about the same. */
  #page(id: number): AuditPage | null {
    if (this.#last?.id !== id) this.#last = { id, page: this.site.page(id) };
    return this.#last.page;
  }

  *findings(result: CheckResult): Generator<Finding> {
    for (const id of result.ids) {
      const found = this.finding(result, id);
      if (found) yield found;
    }
    yield* result.others;
  }

  #items({ check, limits, groupOf, isShared, likeness }: CheckResult, id: number): readonly FindingItem[] | null {
    if (check.scope === 'url') {
      const url = this.site.url(id);
      const verdict = url && check.test(url, limits, this.site);
      return verdict !== null && isHit(verdict) ? verdict : null;
    }
    if (check.scope === 'site' || check.scope === 'pending') return null;
    if (check.scope === 'alike') {
      const like = likeness?.get(id);
      const partner = like && this.site.url(like.partner);
      return like && partner ? [ofUrl(partner, `${Math.floor(like.similarity * 100)} %`)] : null;
    }
    const page = this.#page(id);
    if (page === null) return null;
    if (check.scope === 'response') {
      const verdict = check.test(page, limits, this.site);
      return isHit(verdict) ? verdict : null;
    }
    if (!hasFacts(page)) return null;
    if (check.scope === 'group') return groupOf?.has(id) ? check.items(page, isShared) : null;
    const verdict = check.test(page, limits, this.site);
    return isHit(verdict) ? verdict : null;
  }
}
