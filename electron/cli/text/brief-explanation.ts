import { titleOf } from '#shared/explain/describe.ts';
import type { Answer, ExplainedDecision, ResolvedEvidence, UrlExplanation } from '#shared/model/explanation.ts';
import { pad, printable } from '../../export/text-width.ts';
import { pageSections } from './page-signals.ts';
import { readableLine } from './readable-line.ts';
import { timeWords } from './units.ts';
import { whyNotSections } from './why-not.ts';

/** What a text said already, so that nothing is quoted twice. */
class Said {
  readonly #parts: string[];

  constructor(...parts: readonly string[]) {
    this.#parts = [...parts];
  }

  /** True the first time. */
  isNew(text: string): boolean {
    const trimmed = text.trim();
    if (trimmed === '' || this.#parts.some(part => part.includes(trimmed))) return false;
    this.#parts.push(trimmed);
    return true;
  }
}

const questionWidth = 26;
const verdictWidth = 10;

function evidenceLine({ label, text }: ResolvedEvidence, said: Said): string[] {
  const quoted = said.isNew(text) && text !== label ? `: ${text.trim()}` : '';
  return said.isNew(label) || quoted !== '' ? [`evidence: ${label}${quoted}`] : [];
}

function answerLines(question: string, { verdict, sentence, reason, evidence }: Answer<string>, said: Said): string[] {
  const words = said.isNew(sentence) || reason === '' ? sentence : titleOf(reason);
  const indent = ' '.repeat(questionWidth + verdictWidth);
  return [
    `${pad(question, questionWidth)}${pad(verdict, verdictWidth)}${words}`,
    ...evidence.flatMap(each => evidenceLine(each, said)).map(line => indent + line),
  ];
}

function stepLines({ stage, verdict, reason, at, advice, current }: ExplainedDecision, number: number, said: Said): string[] {
  const when = at > 0 ? `  ${timeWords(at)}` : '';
  const change = advice !== '' && said.isNew(advice) ? [`   to change it: ${advice}`] : [];
  return [`${number}. ${stage}: ${verdict}, ${titleOf(reason)} [${reason}]${current ? ', current' : ''}${when}`, ...change];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map(line => (line === '' ? '' : `  ${line}`))];

/** Sections of what a stored response says that are too telling to be left to `--full`. */
const telling: ReadonlySet<string> = new Set(['Hidden by robots.txt', 'Applies to other crawlers']);

/**
 * The explanation of one URL in short: headline, verdicts with their evidence once, then the steps. `--full` prints
 * everything.
 */
export function briefText(explanation: UrlExplanation): string {
  const { url, headline, mayFetch, mayList, linksFollowed, decisions, whyNot, page, seen, notes } = explanation;
  const said = new Said(headline);
  const answers = [
    ...answerLines('May it be fetched?', mayFetch, said),
    ...answerLines('May it be listed?', mayList, said),
    ...answerLines('Were its links followed?', linksFollowed, said),
  ];
  const steps = decisions.flatMap((decision, i) => stepLines(decision, i + 1, said));
  const waits = whyNot.group !== 'fetched' && said.isNew(whyNot.sentence) ? [whyNot.sentence] : [];
  const change = whyNot.change !== '' && said.isNew(whyNot.change) ? [`to change it: ${whyNot.change}`] : [];
  const near = whyNotSections(whyNot).filter(([title]) => title.startsWith('Nearest'));
  const lines = [
    url,
    ...readableLine(url),
    headline,
    '',
    ...answers,
    ...section(seen ? 'Steps' : 'What would be decided', [...steps, ...waits, ...change]),
    ...section('Notes', notes),
    ...near.flatMap(([title, found]) => section(title, found)),
    ...(page ? pageSections(page) : [])
      .filter(([title]) => telling.has(title))
      .flatMap(([title, found]) => section(title, found)),
    '',
    'For all evidence, rules and facts add --full.',
  ];
  return `${lines.map(printable).join('\n')}\n`;
}
