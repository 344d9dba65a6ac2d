import type { EngineCanonical } from '#core/canonical/as-engine.ts';
import { figure } from '#shared/explain/figure.ts';
import { engineRule, scriptCounts, scriptLinksFound } from '#shared/explain/verdict-words.ts';
import type { DirectiveReading, PageVerdict } from '#shared/model/directives.ts';
import type { DirectiveEngine } from './engine.ts';
import type { ScriptFacts } from './verdict-facts.ts';
import type { Reasons } from './verdict-reasons.ts';

const rendersRule = ({ renders }: DirectiveEngine): string => engineRule('runs scripts', renders);

/** noindex in the delivered page may be all that is read; one that a script adds counts for those who run it. */
export function indexAfterScripts(
  engine: DirectiveEngine,
  raw: DirectiveReading,
  rendered: DirectiveReading,
  reasons: Reasons,
): PageVerdict['index'] {
  const [before, after] = [raw.index.value, rendered.index.value];
  if (before === after) return before;
  const { value } = engine.renders;
  const rule = rendersRule(engine);
  if (after !== 'no') {
    reasons.add('script-removed', 'index', 5, { rule });
    return before;
  }
  reasons.add('script-added', 'index', 5, { why: scriptCounts[value], rule });
  if (value === 'yes') reasons.add('meta-noindex-rendered', 'index', 5, { rule });
  return value === 'yes' ? 'no' : value === 'no' ? before : 'unknown';
}

/**
 * The canonical after scripts ran. An engine that renders sees both: one that only the rendered page has counts, two different ones
 * contradict each other (Google Search Central, "Understand JavaScript SEO basics": scripts should not change it).
 */
export function canonicalAfterScripts(
  engine: DirectiveEngine,
  { kind, url }: Pick<EngineCanonical, 'kind' | 'url'>,
  { canonical }: ScriptFacts,
  reasons: Reasons,
): NonNullable<PageVerdict['canonical']> {
  const before = { kind, url };
  const { state } = canonical;
  if (engine.canonical.value === 'undocumented') return before;
  if (canonical.raw === canonical.rendered && state.raw === state.rendered) return before;
  const { value } = engine.renders;
  reasons.add('script-canonical', 'canonical', 5, {
    text: canonical.rendered ?? 'none',
    why: scriptCounts[value],
    rule: rendersRule(engine),
  });
  if (value !== 'yes' || state.rendered === 'none') return before;
  return state.raw === 'none'
    ? { kind: state.rendered, url: canonical.rendered ?? '' }
    : { kind: 'conflict', url: canonical.raw ?? '' };
}

/** Links that only the rendered page has. */
export function linksAfterScripts(engine: DirectiveEngine, { links }: ScriptFacts, reasons: Reasons): void {
  if (links.addedCount > 0)
    reasons.add('script-links', 'follow', 5, {
      text: figure(links.addedCount),
      why: scriptLinksFound[engine.renders.value],
      rule: rendersRule(engine),
    });
}
