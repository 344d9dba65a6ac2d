import { catalogue } from '#core/lint/catalogue.ts';
import type { Check, Diagnostic, LintReport } from '#core/lint/diagnostic.ts';
import { dialectIds } from '#core/robots/dialects/registry.ts';
import { printable } from '../../export/text-width.ts';

const words = { E: 'error', W: 'warning', I: 'info' } as const;

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Diagnostics of one file for people, with the reason, the fix and what could not be checked. */
export function lintText(source: string, { diagnostics, notChecked, checked }: LintReport): string {
  const count = (severity: Diagnostic['severity']): number => diagnostics.filter(each => each.severity === severity).length;
  const known = dialectIds().length;
  const blocks = diagnostics.map(({ id, severity, line, column, message, why, advice, fix, dialects }) =>
    [
      `${source}:${line > 0 ? `${line}:${column}:` : ''} ${words[severity]} ${id}: ${message}`,
      `    why: ${why}`,
      ...(advice === null ? [] : [`    fix: ${advice}${fix?.safe === true ? ' (--fix does it)' : ''}`]),
      ...(dialects ? [`    concerns: ${dialects.length === known ? 'every crawler' : dialects.join(', ')}`] : []),
    ]
      .map(printable)
      .join('\n'),
  );
  const reasons = new Map<string, number>();
  for (const { why } of notChecked) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const left = [...reasons].map(([why, number]) => `${number}: ${why}`).join('; ');
  return [
    ...blocks,
    `${many(count('E'), 'error')}, ${many(count('W'), 'warning')}, ${many(count('I'), 'note')}; ` +
      `looked for ${checked} of ${checked + notChecked.length} diagnostics${left === '' ? '' : ` (not checked: ${left})`}`,
    '',
  ].join('\n');
}

/** What a check cannot do without. */
const needsOf = (check: Check): string | null =>
  check.needs ?? (check.on === 'crawl' ? 'crawl' : check.on === 'fetch' ? 'fetch' : null);

/** An entry of the catalogue as `robots lint --list` shows it. */
export interface CatalogueRow {
  readonly id: string;
  readonly severity: Diagnostic['severity'];
  readonly title: string;
  readonly why: string;
  readonly advice: string | null;
  readonly source: string;
  /** `safe`: --fix applies it. `asks`: only --fix --all applies it. */
  readonly fixable: 'safe' | 'asks' | null;
  readonly needsCrawl: boolean;
  readonly needs: string | null;
}

export const catalogueRows = (): CatalogueRow[] =>
  catalogue.map(check => ({
    id: check.id,
    severity: check.severity,
    title: check.title,
    why: check.why,
    advice: check.fix,
    source: check.source,
    fixable: check.fixes,
    needsCrawl: check.on === 'crawl',
    needs: needsOf(check),
  }));
