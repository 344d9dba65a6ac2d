import { Readable } from 'node:stream';
import robotsParser from 'robots-parser';
import makeGuard from 'robots-txt-guard';
import parseForGuard from 'robots-txt-parse';
import { quickVerdict } from '#core/robots/decide.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { rfc9309 } from '#core/robots/dialects/rfc9309.ts';
import { robotsParser as robotsParserDialect } from '#core/robots/dialects/robots-parser.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import { octetString } from '#core/url/percent.ts';
import type { RobotsFile } from '#shared/model/robots.ts';
import { guardSteps, robotsParserSteps, type Step, textOf } from './difference-steps.ts';
import { generateCase, type Question, SITE } from './generate.ts';
import { randomFrom } from './random.ts';

/** `line` only where the matcher names one: 0 for none. */
export interface Answer {
  readonly allowed: boolean | null;
  readonly line?: number;
}

/** An independent matcher, our dialect nearest to it, and every way in which the two are known to part. */
export interface Opponent {
  readonly id: string;
  readonly version: string;
  readonly dialect: Dialect;
  readonly steps: readonly Step[];
  /** What the matcher says about a file, one answer for each question. */
  answers(bytes: Uint8Array, questions: readonly Question[]): Promise<readonly Answer[]>;
}

/** The matchers of npm. A third one, Protego, needs Python (protego.ts). */
export const opponents: readonly Opponent[] = [
  {
    id: 'robots-parser',
    version: '3.0.1',
    dialect: robotsParserDialect,
    steps: robotsParserSteps,
    async answers(bytes, questions) {
      const robots = robotsParser(`${SITE}/robots.txt`, textOf(bytes));
      return questions.map(({ agent, url }) => ({
        allowed: robots.isAllowed(url, agent) ?? null,
        line: Math.max(0, robots.getMatchingLineNumber(url, agent)),
      }));
    },
  },
  {
    id: 'robots-txt-guard',
    version: '1.0.2 with robots-txt-parse 2.0.1',
    dialect: rfc9309,
    steps: guardSteps,
    async answers(bytes, questions) {
      const guard = makeGuard(await parseForGuard(Readable.from([bytes])));
      return questions.map(({ agent, url }) => ({ allowed: guard.isAllowed(agent, url.slice(SITE.length)) }));
    },
  },
];

export interface Example {
  /** The file, one unit per octet. */
  readonly octets: string;
  readonly question: Question;
  readonly theirs: Answer;
  readonly ours: Answer;
}

export interface ClassCount {
  /** Pairs this class explains alone, and pairs it explains together with others. */
  alone: number;
  together: number;
  example: Example | null;
}

export interface OpponentResult {
  readonly opponent: Opponent;
  pairs: number;
  different: number;
  readonly classes: Map<string, ClassCount>;
  unclassified: number;
  readonly unexplained: Example[];
}

/** Our engine with the changes of some classes, files read once for each set of them. */
class Ours {
  private readonly files = new Map<number, { readonly file: RobotsFile; readonly dialect: Dialect }>();
  private readonly bytes: Uint8Array;
  private readonly opponent: Pick<Opponent, 'dialect' | 'steps'>;

  constructor(bytes: Uint8Array, opponent: Pick<Opponent, 'dialect' | 'steps'>) {
    this.bytes = bytes;
    this.opponent = opponent;
  }

  /** `mask` has a bit for each step that is taken. */
  answer(mask: number, { agent, url }: Question): Answer {
    const steps = this.opponent.steps.filter((_, index) => (mask >> index) & 1);
    let ready = this.files.get(mask);
    if (ready === undefined) {
      const bytes = steps.reduce((sum, step) => step.bytes?.(sum) ?? sum, this.bytes);
      const dialect = steps.reduce((sum, step) => step.dialect?.(sum) ?? sum, this.opponent.dialect);
      const file = steps.reduce((sum, step) => step.file?.(sum) ?? sum, parseRobots(bytes, dialect));
      ready = { file, dialect };
      this.files.set(mask, ready);
    }
    const name = steps.reduce((sum, step) => step.agent?.(sum) ?? sum, agent);
    return quickVerdict(ready.file, ready.dialect, name, url);
  }
}

const same = (theirs: Answer, ours: Answer): boolean =>
  theirs.allowed === ours.allowed && (theirs.line === undefined || theirs.line === ours.line);

/** The smallest set of steps found that turns our verdict into theirs: a single one if possible; null if all together do not. */
function explain(ours: Ours, steps: readonly Step[], question: Question, theirs: Answer): number | null {
  for (let index = 0; index < steps.length; index += 1) if (same(theirs, ours.answer(1 << index, question))) return 1 << index;
  let mask = (1 << steps.length) - 1;
  if (!same(theirs, ours.answer(mask, question))) return null;
  for (let index = 0; index < steps.length; index += 1)
    if (same(theirs, ours.answer(mask & ~(1 << index), question))) mask &= ~(1 << index);
  return mask;
}

/** The classes that explain what a matcher says about a file; none if ours says the same, null if they do not explain it. */
export function classesOf(
  opponent: Pick<Opponent, 'dialect' | 'steps'>,
  bytes: Uint8Array,
  question: Question,
  theirs: Answer,
): readonly string[] | null {
  const ours = new Ours(bytes, opponent);
  const mask = same(theirs, ours.answer(0, question)) ? 0 : explain(ours, opponent.steps, question, theirs);
  return mask === null ? null : opponent.steps.filter((_, index) => (mask >> index) & 1).map(({ id }) => id);
}

/** Takes octets out of the file, then characters out of the URL, as long as the difference stays one of its class. */
async function shrink(example: Example, opponent: Opponent, wanted: number | null): Promise<Example> {
  const judge = async (octets: string, question: Question): Promise<Example | null> => {
    const bytes = Uint8Array.from(octets, unit => unit.charCodeAt(0));
    const [theirs] = await opponent.answers(bytes, [question]);
    if (theirs === undefined) return null;
    const ours = new Ours(bytes, opponent);
    const own = ours.answer(0, question);
    if (same(theirs, own) || explain(ours, opponent.steps, question, theirs) !== wanted) return null;
    return { octets, question, theirs, ours: own };
  };
  let best = (await judge(example.octets, example.question)) ?? example;
  for (const size of [40, 12, 4, 2, 1])
    for (let at = 0; at < best.octets.length; ) {
      const smaller = await judge(best.octets.slice(0, at) + best.octets.slice(at + size), best.question);
      if (smaller === null) at += 1;
      else best = smaller;
    }
  for (let at = SITE.length + 1; at < best.question.url.length; ) {
    const { url, agent } = best.question;
    const smaller = await judge(best.octets, { agent, url: url.slice(0, at) + url.slice(at + 1) });
    if (smaller === null) at += 1;
    else best = smaller;
  }
  return best;
}

const SHOWN_UNEXPLAINED = 5;
const PAIRS_PER_FILE = 50;

/** Compares `pairs` generated (file, robot, URL) with every opponent of `against`; each difference is explained or kept as unexplained, shrunk. */
export async function runDifferential(
  pairs: number,
  seed: number,
  progress: (done: number) => void = () => undefined,
  against: readonly Opponent[] = opponents,
): Promise<readonly OpponentResult[]> {
  const random = randomFrom(seed);
  const results: OpponentResult[] = against.map(opponent => ({
    opponent,
    pairs: 0,
    different: 0,
    classes: new Map(),
    unclassified: 0,
    unexplained: [],
  }));
  for (let done = 0; done < pairs; done += PAIRS_PER_FILE) {
    const { bytes, questions } = generateCase(random, PAIRS_PER_FILE);
    for (const result of results) await compareFile(result, bytes, questions);
    if (done % 100_000 === 0) progress(done);
  }
  for (const result of results) {
    for (const [id, count] of result.classes)
      if (count.example !== null) count.example = await shrink(count.example, result.opponent, bitOf(result.opponent, id));
    for (const [index, example] of result.unexplained.entries())
      result.unexplained[index] = await shrink(example, result.opponent, null);
  }
  return results;
}

const bitOf = ({ steps }: Opponent, id: string): number => 1 << steps.findIndex(step => step.id === id);

async function compareFile(result: OpponentResult, bytes: Uint8Array, questions: readonly Question[]): Promise<void> {
  const { opponent } = result;
  const answers = await opponent.answers(bytes, questions);
  const ours = new Ours(bytes, opponent);
  for (const [index, question] of questions.entries()) {
    const theirs = answers[index];
    if (theirs === undefined) throw new Error(`${opponent.id} gave ${answers.length} answers to ${questions.length} questions`);
    const own = ours.answer(0, question);
    result.pairs += 1;
    if (same(theirs, own)) continue;
    result.different += 1;
    const example = (): Example => ({ octets: octetString(bytes), question, theirs, ours: own });
    const mask = explain(ours, opponent.steps, question, theirs);
    if (mask === null) {
      result.unclassified += 1;
      if (result.unexplained.length < SHOWN_UNEXPLAINED) result.unexplained.push(example());
      continue;
    }
    const isAlone = (mask & (mask - 1)) === 0;
    for (const [index, step] of opponent.steps.entries()) {
      if (((mask >> index) & 1) === 0) continue;
      const count = result.classes.get(step.id) ?? { alone: 0, together: 0, example: null };
      result.classes.set(step.id, count);
      if (!isAlone) count.together += 1;
      else {
        count.alone += 1;
        if (count.example === null || bytes.length < count.example.octets.length) count.example = example();
      }
    }
  }
}
