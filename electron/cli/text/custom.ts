import type { RuleFinding } from '#shared/model/rules.ts';
import { printable } from '../../export/text-width.ts';

const missingWords: Readonly<Record<RuleFinding['missing'], string>> = {
  '': '',
  'no-body': 'not checkable: the body is not stored',
  waiting: 'not looked at yet: crawlscope rules run',
  'not-applicable': 'does not look at this URL',
  'not-allowed': 'not allowed yet: crawlscope rules allow',
};
/** Values of a rule that are printed; --json has all. */
const mostPrinted = 5;

function wordsOf({ outcome, missing }: RuleFinding): string {
  if (outcome === null) return missingWords[missing];
  if (outcome.state === 'too-slow') return 'too slow on this page';
  if (outcome.state === 'failed') return `failed: ${outcome.problem}`;
  if (outcome.count === 0) return 'nothing found';
  const shown = outcome.values.slice(0, mostPrinted).map(({ value }) => value);
  const more = outcome.count - shown.length;
  return `${shown.join(' · ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What custom searches and extractions found on a page; '' where there are none. */
export function customText(found: readonly RuleFinding[]): string {
  const told = found.filter(({ missing }) => missing !== 'not-applicable');
  if (told.length === 0) return '';
  return `\nCustom rules\n${told.map(each => `  ${each.rule.name}: ${printable(wordsOf(each))}\n`).join('')}`;
}

/** The same for --json, with every value and its bytes. */
export const customDocument = ({ rule, outcome, missing }: RuleFinding): object => ({
  rule: rule.name,
  kind: rule.kind,
  ...(outcome ? { state: outcome.state, count: outcome.count, values: outcome.values } : { missing }),
});
