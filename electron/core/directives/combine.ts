import type { Directive, EffectiveDirectives } from '#shared/model/page.ts';

/** The words that forbid each thing. `none` is noindex and nofollow; `max-snippet: 0` is nosnippet. */
function forbids(directive: Directive, what: 'noindex' | 'nofollow' | 'noarchive' | 'nosnippet'): boolean {
  const { word, value } = directive;
  if (word === what) return true;
  if (word === 'none') return what === 'noindex' || what === 'nofollow';
  return what === 'nosnippet' && word === 'max-snippet' && /^0+$/.test(value);
}

/**
 * What holds for one crawler, by the rule that Google documents: everything addressed to all robots and to this one counts
 * together, from header and page alike, and the most restrictive wins. The first directive that forbids is given as the reason.
 * `agents` are the lower-case names the crawler answers to, besides `robots`. Nothing is dropped: `all` keeps every directive in
 * order with whether it applies.
 */
export function combineDirectives(all: readonly Directive[], agents: readonly string[]): EffectiveDirectives {
  const names = new Set(agents);
  const marked = all.map(directive => ({ ...directive, applies: directive.agent === '' || names.has(directive.agent) }));
  const first = (what: 'noindex' | 'nofollow' | 'noarchive' | 'nosnippet'): Directive | null => {
    const index = marked.findIndex(directive => directive.applies && forbids(directive, what));
    return all[index] ?? null;
  };
  return {
    noindex: first('noindex'),
    nofollow: first('nofollow'),
    noarchive: first('noarchive'),
    nosnippet: first('nosnippet'),
    all: marked,
  };
}
