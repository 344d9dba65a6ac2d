import { titleOf } from '#shared/explain/describe.ts';
import { figure } from '#shared/explain/figure.ts';
import { testWords, whyNotCauses, whyNotTests } from '#shared/explain/why-not.ts';
import type { WhyNot, WhyNotTest } from '#shared/model/why-not.ts';
import { pad } from '../../export/text-width.ts';
import { count } from './units.ts';

const marks: Readonly<Record<WhyNotTest['answer'], string>> = { pass: '+', stop: 'x', unknown: '?', skipped: ' ' };
const questionWidth = 27;

const testLine = (test: WhyNotTest): string =>
  `${marks[test.answer]} ${pad(whyNotTests[test.id][0], questionWidth)}${[testWords(test), test.detail].filter(words => words !== '').join(': ')}`;

/** Sections as title and lines: the cause with the checks made, the links to it, and the nearest stored URLs. */
export function whyNotSections(why: WhyNot): readonly (readonly [title: string, lines: readonly string[]])[] {
  const { group, tests, relatives, lead } = why;
  const near: readonly [string, readonly string[]] = [
    relatives.length === 0 ? '' : `Nearest known URLs, of ${count(why.compared, 'URL')} compared (${figure(why.known)} known)`,
    relatives.map(({ url, why, reason }) => `${url}  (${why}; ${titleOf(reason)})`),
  ];
  if (group === 'fetched') return [];
  return [
    [
      `Why not: ${whyNotCauses[why.cause].title} [${why.cause}]${why.predicted ? ', a prediction' : ''}`,
      [why.sentence, ...(why.change ? [`to change it: ${why.change}`] : []), '', ...tests.map(testLine)],
    ],
    [
      why.predicted ? 'How it would be found' : 'Links to this URL',
      [lead.sentence, ...lead.evidence.map(({ label, text }) => `evidence: ${label}${text === '' ? '' : `: ${text}`}`)],
    ],
    near,
  ];
}
