import type { BodyRule } from '#shared/model/rules.ts';
import { readPattern } from '../url/url-pattern.ts';
import type { RulePage } from './page.ts';

/** What decides whether a rule looks at a page. */
export type PageInScope = Pick<RulePage, 'url' | 'kind'>;

/**
 * Which pages a rule looks at. This needs none of the libraries that `compile-rule.ts` compiles the rule itself with. `problem`: why
 * its pattern of URLs cannot be used, a sentence.
 */
export function ruleScope(rule: BodyRule): { readonly applies: (page: PageInScope) => boolean } | { readonly problem: string } {
  const urls = rule.urls === '' ? null : readPattern(rule.urls);
  if (urls?.kind === 'problem') return { problem: `The pattern cannot be used: ${urls.problem}.` };
  return { applies: page => isRightKind(rule, page) && (urls === null || urls.pattern.test(page.url)) };
}

function isRightKind(rule: BodyRule, { kind }: PageInScope): boolean {
  if (rule.kind === 'search' || rule.by === 're2') return true;
  return kind === (rule.by === 'json' && rule.json === 'response' ? 'json' : 'html');
}
