import { profileSet } from '#core/crawlers/profile-set.ts';
import { engineById } from '#core/directives/engines.ts';
import { dialectById } from '#core/robots/dialects/registry.ts';
import { urlPolicyOf } from '#core/url/url-policy.ts';
import { ofServer } from '../robots/gate.ts';
import { CheckOffers } from './checks/offers.ts';
import { Cleaning } from './cleaning.ts';
import { CrawlContext, type CrawlParts } from './context.ts';
import { Discovery } from './discover.ts';
import { Renderings } from './rendering/renderings.ts';
import { ResourceDesk } from './rendering/resource-desk.ts';
import { scopeOf } from './scope.ts';
import type { SettleContext } from './settle.ts';
import { queueSitemaps } from './sitemap-step.ts';
import { trapsOf } from './traps.ts';

/** The parts of a crawl that decide, settle and render, joined to one another. `renderings`: null where no page is rendered. */
export interface Assembled {
  readonly context: CrawlContext;
  readonly settle: SettleContext;
  readonly checks: CheckOffers;
  readonly renderings: Renderings | null;
}

/** What the parts ask of the loop: another turn, and the end after an error. */
export interface LoopWays {
  readonly wake: () => void;
  readonly crash: (error: unknown) => void;
}

/** Joins the parts of a crawl. Throws when the settings name a profile that does not exist. */
export function assemble(parts: CrawlParts, ways: LoopWays): Assembled {
  const profile = profileSet(parts.settings.profiles).byId(parts.settings.profile);
  const dialect = profile && dialectById(profile.dialect);
  if (!profile || !dialect) throw new Error(`unknown profile ${parts.settings.profile}`);
  const { store, settings, settingsId } = parts;
  const context = new CrawlContext(parts, profile, dialect, ways.wake);
  const scope = scopeOf(settings);
  const wake = (originId: number) => context.wake(originId);
  const refusedAddress = (host: string) => parts.refusedAddress(host);
  const { hosts, hostCounts: counts } = context;
  const traps = trapsOf(parts, scope);
  context.traps = traps;
  const checks = new CheckOffers({ store, settings, settingsId, scope, hosts, counts, wake: id => context.wakeCheck(id) });
  const policy = urlPolicyOf(settings);
  const cleaning = new Cleaning(context);
  const foundBy = (id: number) => cleaning.foundBy(id);
  const cleanLines = (url: string) => cleaning.linesFor(url);
  const discovery = new Discovery({
    store,
    settings,
    settingsId,
    scope,
    checks,
    traps,
    policy,
    cleanLines,
    foundBy,
    refusedAddress,
    wake,
  });
  if (policy?.cleans)
    context.cleans = (url, reading, at) => discovery.cleanedLate(url, cleaning.linesOf(ofServer(reading).version), at);
  context.wantsSitemaps = slot => context.background.add(queueSitemaps(settle, slot));
  context.keepsOut = id => discovery.keepsOut(id);
  let renderings: Renderings | null = null;
  const settle: SettleContext = {
    store,
    settings,
    settingsId,
    discovery,
    traps,
    isOurDomain: host => scope.domains.has(scope.domainOf(host)) || scope.isInternal(host),
    directiveProfile: {
      agents: profile.directiveAgents,
      engine: engineById(profile.directives),
      content: { include: settings.contentInclude, exclude: settings.contentExclude },
    },
    wake,
    onPage: page => parts.onPage(page),
    onHtml: page => renderings?.offer(page),
  };
  const { renderer } = parts;
  if (renderer === null) return { context, settle, checks, renderings };
  const desk = new ResourceDesk(context, settle, { wake: ways.wake, isOffline: parts.renders?.isOffline ?? false });
  context.desk = desk;
  renderings = new Renderings(context, settle, { renderer, desk, ...ways });
  return { context, settle, checks, renderings };
}
