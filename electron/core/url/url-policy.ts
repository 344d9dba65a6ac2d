import type { CrawlSettings } from '#shared/model/crawl.ts';
import type { Evidence } from '#shared/model/decision.ts';
import { type CleanRules, cleanedBy } from '../robots/clean-param.ts';
import { applyParameterRule, type ParameterRule, readParameterRule } from './parameter-rules.ts';
import { type RewriteRule, readRewriteRule } from './rewrite-rules.ts';

/** One change of a URL, with the rule that made it. */
export type Respelling = Extract<Evidence, { readonly kind: 'respelled' }>;

/** The Clean-param lines of a robots.txt. */
export interface CleanLines {
  /** Id of the version. */
  readonly robots: number;
  readonly rules: CleanRules;
}

/** The settings that give links and entries of sitemaps another spelling before the crawl decides on them. */
export interface UrlPolicy {
  readonly cleans: boolean;
  /**
   * The changes of a URL in order, by rewriting rules, then rules for parameters, then Clean-param. Empty: it stays as it is. All lines of
   * Clean-param make one change, so that evidence stays small whatever a site writes.
   */
  steps(url: string, clean: CleanLines | null): readonly Respelling[];
}

/** Lines of Clean-param that a change names. */
export const mostCleanLines = 20;

type PolicySettings = Pick<CrawlSettings, 'rewrites' | 'parameters' | 'cleanParam'>;

const usable = <T extends object>(texts: readonly string[], read: (text: string) => T | string): readonly T[] =>
  texts.flatMap(text => {
    const rule = read(text);
    return typeof rule === 'string' ? [] : [rule];
  });

/** Prepares the policy of a crawl once; null where nothing is changed. Rules that cannot be read are left out: a crawl refuses them. */
export function urlPolicyOf({ rewrites, parameters, cleanParam }: PolicySettings): UrlPolicy | null {
  if (rewrites.length === 0 && parameters.length === 0 && !cleanParam) return null;
  const rewriting: readonly RewriteRule[] = usable(rewrites, readRewriteRule);
  const rules: readonly ParameterRule[] = usable(parameters, readParameterRule);
  return { cleans: cleanParam, steps: (url, clean) => stepsOf(url, { rewriting, rules, clean: cleanParam ? clean : null }) };
}

interface Rules {
  readonly rewriting: readonly RewriteRule[];
  readonly rules: readonly ParameterRule[];
  readonly clean: CleanLines | null;
}

function stepsOf(url: string, { rewriting, rules, clean }: Rules): readonly Respelling[] {
  if (!url.startsWith('http')) return [];
  const steps: Respelling[] = [];
  let now = url;
  const step = (to: string, made: Omit<Respelling, 'kind' | 'from' | 'to'>): void => {
    if (to === now) return;
    steps.push({ kind: 'respelled', from: now, to, ...made });
    now = to;
  };
  for (const rule of rewriting) step(rule.apply(now), { name: 'rewrites', rule: rule.source, robots: 0, line: 0 });
  if (now.includes('?')) {
    const { host, pathname } = new URL(now);
    for (const rule of rules) {
      if (!rule.covers(host, pathname)) continue;
      if (rule.action.kind === 'keep') break;
      step(applyParameterRule(rule, now), { name: 'parameters', rule: rule.source, robots: 0, line: 0 });
    }
    const cleaned = clean && cleanedBy(clean.rules, now);
    const [first] = cleaned?.rules ?? [];
    if (cleaned && first) {
      const lines = cleaned.rules.slice(0, mostCleanLines).map(({ line }) => line);
      const made = { name: 'cleanParam', rule: first.text, robots: clean.robots, line: first.line } as const;
      step(cleaned.to, lines.length > 1 ? { ...made, lines } : made);
    }
  }
  // Rules that undo each other change nothing.
  return now === url ? [] : steps;
}
