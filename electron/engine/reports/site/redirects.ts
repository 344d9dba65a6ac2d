import type { AuditSite, AuditUrl } from '#core/audit/check.ts';
import type { Steps } from '#core/steps.ts';
import type { Chain, RedirectFigures } from '../../../export/html/site/facts.ts';

/** Hops that are counted apart; longer chains together. */
const mostHopsCounted = 6;
/** Crawlers give up long before. */
const mostHops = 20;
const mostChains = 20;
const urlsOfStep = 5_000;

interface Found {
  readonly id: number;
  readonly hops: number;
  readonly isLoop: boolean;
  readonly isBroken: boolean;
}

/** Where internal redirects lead. Yields URLs done. */
export function* redirectFigures(site: AuditSite, within: ((id: number) => boolean) | null): Steps<RedirectFigures> {
  const byHops: number[] = [];
  const worst: Found[] = [];
  let done = 0;
  let [total, loops, broken] = [0, 0, 0];
  for (const url of site.urls()) {
    if (++done % urlsOfStep === 0) yield done;
    if (url.redirectId === 0 || url.class !== 'page' || (within !== null && !within(url.id))) continue;
    const { steps, end, isLoop } = follow(site, url);
    total += 1;
    const place = Math.min(mostHopsCounted, steps.length) - 1;
    while (byHops.length <= place) byHops.push(0);
    byHops[place] = (byHops[place] ?? 0) + 1;
    const isBroken = !isLoop && end?.isBroken === true;
    if (isLoop) loops += 1;
    if (isBroken) broken += 1;
    if (!isLoop && !isBroken && steps.length < 2) continue;
    worst.push({ id: url.id, hops: steps.length, isLoop, isBroken });
    if (worst.length > 50 * mostChains) worst.sort(byWorst).splice(mostChains);
  }
  return {
    total,
    byHops,
    loops,
    broken,
    chains: worst
      .sort(byWorst)
      .slice(0, mostChains)
      .flatMap(({ id }) => chainOf(site, id)),
  };
}

const rank = ({ isLoop, isBroken }: Found): number => (isLoop ? 0 : isBroken ? 1 : 2);
const byWorst = (a: Found, b: Found): number => rank(a) - rank(b) || b.hops - a.hops || a.id - b.id;

function follow(site: AuditSite, start: AuditUrl) {
  const steps: number[] = [start.id];
  const met = new Set(steps);
  let end = site.url(start.redirectId);
  while (end !== null && end.redirectId !== 0 && !met.has(end.id) && steps.length < mostHops) {
    met.add(end.id);
    steps.push(end.id);
    end = site.url(end.redirectId);
  }
  return { steps, end, isLoop: end !== null && met.has(end.id) };
}

function chainOf(site: AuditSite, id: number): Chain[] {
  const start = site.url(id);
  if (start === null) return [];
  const { steps, end, isLoop } = follow(site, start);
  const urls = steps.slice(1).flatMap(each => site.url(each)?.url ?? []);
  return [{ start: start.url, hops: steps.length, isLoop, end: end?.url ?? '', status: end?.status ?? null, steps: urls }];
}
