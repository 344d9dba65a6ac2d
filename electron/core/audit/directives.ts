import type { FindingItem } from '#shared/model/audit.ts';
import type { DirectiveReading } from '#shared/model/directives.ts';
import type { Directive, MetaRobots } from '#shared/model/page.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import type { DirectiveEngine } from '../directives/engine.ts';
import { engineById } from '../directives/engines.ts';
import { parseMetaRobots, parseXRobotsTag } from '../directives/parse.ts';
import { readDirectives } from '../directives/read.ts';
import type { AuditPage, AuditSite, FactsPage } from './check.ts';
import { robotsOfSite } from './robots/site-robots.ts';

/** The robots directives of a page: all that are written, and what they amount to for crawlers. */
export class PageDirectives {
  readonly metas: readonly MetaRobots[];
  /** Of elements, then of headers, for every crawler, in the order written. */
  readonly all: readonly Directive[];
  readonly #page: AuditPage;
  readonly #profile: CrawlerProfile | null;
  readonly #engine: DirectiveEngine;
  #reading: DirectiveReading | null = null;

  constructor(page: AuditPage, metas: readonly MetaRobots[], profile: CrawlerProfile | null) {
    this.#page = page;
    this.metas = metas;
    this.#profile = profile;
    this.#engine = engineById(profile?.directives ?? '');
    this.all = [...parseMetaRobots(metas), ...parseXRobotsTag(page.response.headers, this.#engine.headerAgent.value !== 'whole')];
  }

  /** What they mean for the crawl's own crawler. Dates are not compared with the present. */
  get reading(): DirectiveReading {
    this.#reading ??= this.as(this.#engine, this.#profile?.directiveAgents ?? []);
    return this.#reading;
  }

  /** What they mean for another crawler. `only`: those of elements, or those of headers. */
  as(engine: DirectiveEngine, agents: readonly string[], only: 'all' | 'elements' | 'headers' = 'all'): DirectiveReading {
    return readDirectives(
      engine,
      { metas: only === 'headers' ? [] : this.metas, headers: only === 'elements' ? [] : this.#page.response.headers },
      agents,
    );
  }

  /** The same for the crawl's own crawler. */
  own(only: 'elements' | 'headers'): DirectiveReading {
    return this.as(this.#engine, this.#profile?.directiveAgents ?? [], only);
  }

  /** Whether a directive applies to the crawl's own crawler. */
  isHeard({ agent }: Directive): boolean {
    return agent === '' || (this.#profile?.directiveAgents.includes(agent) ?? false);
  }
}

const known = new WeakMap<AuditPage, PageDirectives>();

/** The directives of a page; null for none, as on most pages. */
export function directivesOf(page: FactsPage, site: AuditSite): PageDirectives | null {
  const { robots } = page.facts;
  if (robots === undefined && page.header('x-robots-tag') === null) return null;
  let found = known.get(page);
  if (found === undefined) {
    const metas = (robots ?? []).map(({ name, content, at: [start, end], inBody }) => ({
      name,
      content,
      at: { start, end },
      inHead: inBody !== true,
    }));
    found = new PageDirectives(page, metas, robotsOfSite(site).profile);
    known.set(page, found);
  }
  return found;
}

/** A directive as evidence: the whole element or header. */
export function ofDirective({ source }: Directive): FindingItem {
  if (source.kind === 'header') return { value: source.text, header: source.index };
  return { value: `${source.name}: ${source.text}`, bytes: [source.at.start, source.at.end] };
}

/** Several directives of one element or header are one item. */
export function ofDirectives(directives: readonly Directive[]): readonly FindingItem[] {
  const seen = new Set<Directive['source']>();
  return directives.flatMap(directive => {
    if (seen.has(directive.source)) return [];
    seen.add(directive.source);
    return [ofDirective(directive)];
  });
}
