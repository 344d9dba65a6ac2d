import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { interpretationDifferences, interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { robotsOutcomeWords } from '#shared/explain/evidence.ts';
import type { InterpreterName, RobotsInterpretation, RobotsInterpreters } from '#shared/model/interpretation.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { accessNow } from './gate.ts';

/** Who interprets, as the window names it. */
export interface AskedInterpreter {
  readonly profile?: string | undefined;
  readonly dialect?: string | undefined;
}

interface Interpreter {
  readonly dialect: Dialect;
  readonly profile: CrawlerProfile | null;
  readonly name: InterpreterName;
}

/** All crawlers and dialects that can interpret a file. */
export const robotsInterpreters = (known: ProfileSet): RobotsInterpreters => ({
  profiles: known.all.map(({ id, name, dialect }) => ({ id, name, dialect })),
  dialects: dialectIds().map(id => ({ id, name: dialectById(id)?.name ?? id })),
});

function interpreterOf(asked: AskedInterpreter, own: string, known: ProfileSet): Interpreter {
  const wanted = asked.profile ?? (asked.dialect === undefined ? own : undefined);
  const profile =
    wanted === undefined ? null : (known.byId(wanted) ?? fail('bad_request', `There is no crawler profile “${wanted}”.`));
  const id = asked.dialect ?? profile?.dialect ?? '';
  const dialect = dialectById(id) ?? fail('bad_request', `There is no dialect “${id}”.`);
  const name =
    profile === null ? dialect.name : profile.dialect === dialect.id ? profile.name : `${profile.name} as ${dialect.name}`;
  return { dialect, profile, name: { profile: profile?.id ?? null, dialect: dialect.id, name } };
}

/** What the response means to an interpreter that does not read the body as rules, '' where it does. */
function answerSentence(version: RobotsVersion, { dialect, name }: Interpreter): string {
  const { kind, meaning } = accessNow(version, dialect);
  const outcome = robotsOutcomeWords(version);
  if (kind === 'rules') {
    if (version.access === 'rules') return '';
    return `${name.name} reads the body of this response too (${outcome}). This crawl did not keep it.`;
  }
  if (kind === 'allow-all') return `${name.name} treats this response (${outcome}) as no file: everything may be fetched.`;
  const waits = meaning === 'defer' || meaning === 'home-page' ? ' for now' : '';
  return `${name.name} treats this response (${outcome}) as a block: nothing may be fetched${waits}.`;
}

/** A stored robots.txt. */
export interface InterpretedFile {
  readonly origin: string;
  readonly version: RobotsVersion;
  /** Null where it was not kept. */
  readonly body: Uint8Array | null;
}

/** Who interprets it. */
export interface Interpreters {
  readonly interpreter: AskedInterpreter;
  /** Another one to compare with. */
  readonly against: AskedInterpreter | undefined;
  /** Id of the crawl's own profile, used where none is named. */
  readonly own: string;
  readonly known: ProfileSet;
}

/** A stored robots.txt as one crawler interprets it, and the lines that another one interprets differently. Refuses unknown names. */
export function robotsInterpretation(
  { origin, version, body }: InterpretedFile,
  { interpreter: wanted, against, own, known }: Interpreters,
): RobotsInterpretation {
  const interpreter = interpreterOf(wanted, own, known);
  const other = against === undefined ? null : interpreterOf(against, own, known);
  const bytes = version.access === 'rules' ? (body ?? new Uint8Array()) : null;
  const sentence = answerSentence(version, interpreter);
  const otherSentence = other === null ? '' : answerSentence(version, other);
  return {
    origin,
    version: version.id,
    interpreter: interpreter.name,
    sentence,
    file: bytes === null || sentence !== '' ? null : interpretFile(bytes, interpreter.dialect, interpreter.profile),
    against: other && {
      interpreter: other.name,
      sentence: otherSentence,
      differences:
        bytes === null || sentence !== '' || otherSentence !== ''
          ? []
          : interpretationDifferences(bytes, interpreter.dialect, other.dialect),
    },
  };
}
