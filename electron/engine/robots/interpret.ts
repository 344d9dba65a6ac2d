import type { CrawlerProfile } from '#core/crawlers/profile.ts';
import type { ProfileSet } from '#core/crawlers/profile-set.ts';
import type { Dialect } from '#core/robots/dialect.ts';
import { dialectById, dialectIds } from '#core/robots/dialects/registry.ts';
import { readingDifferences, readingView } from '#core/robots/interpret/reading-view.ts';
import type { ReaderName, RobotsReaders, RobotsReadingView } from '#shared/model/reading.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';
import { robotsOutcomeWords } from '../explain/evidence.ts';
import { accessNow } from './gate.ts';

/** Who is asked to read, as the window says it. */
export interface AskedReader {
  readonly profile?: string | undefined;
  readonly dialect?: string | undefined;
}

interface Reader {
  readonly dialect: Dialect;
  readonly profile: CrawlerProfile | null;
  readonly name: ReaderName;
}

/** Everybody a file can be read as. */
export const robotsReaders = (known: ProfileSet): RobotsReaders => ({
  profiles: known.all.map(({ id, name, dialect }) => ({ id, name, dialect })),
  dialects: dialectIds().map(id => ({ id, name: dialectById(id)?.name ?? id })),
});

function readerOf(asked: AskedReader, own: string, known: ProfileSet): Reader {
  const wanted = asked.profile ?? (asked.dialect === undefined ? own : undefined);
  const profile =
    wanted === undefined ? null : (known.byId(wanted) ?? fail('bad_request', `There is no crawler profile “${wanted}”.`));
  const id = asked.dialect ?? profile?.dialect ?? '';
  const dialect = dialectById(id) ?? fail('bad_request', `There is no dialect “${id}”.`);
  const name =
    profile === null ? dialect.name : profile.dialect === dialect.id ? profile.name : `${profile.name} as ${dialect.name}`;
  return { dialect, profile, name: { profile: profile?.id ?? null, dialect: dialect.id, name } };
}

/** What the answer means to a reader where it does not read the body as rules, '' where it does. */
function answerSentence(version: RobotsVersion, { dialect, name }: Reader): string {
  const { kind, meaning } = accessNow(version, dialect);
  const outcome = robotsOutcomeWords(version);
  if (kind === 'rules') {
    if (version.access === 'rules') return '';
    return `${name.name} reads the body of this answer too (${outcome}). This crawl did not keep it.`;
  }
  if (kind === 'allow-all') return `${name.name} takes this answer (${outcome}) as no file: everything may be fetched.`;
  const waits = meaning === 'defer' || meaning === 'home-page' ? ' for now' : '';
  return `${name.name} takes this answer (${outcome}) as closed: nothing may be fetched${waits}.`;
}

/** A stored robots.txt as one crawler reads it, and the lines another one reads otherwise. Refuses unknown names. */
export function robotsReading(
  origin: string,
  version: RobotsVersion,
  body: Uint8Array | null,
  own: string,
  known: ProfileSet,
  asked: AskedReader,
  compared: AskedReader | undefined,
): RobotsReadingView {
  const reader = readerOf(asked, own, known);
  const other = compared === undefined ? null : readerOf(compared, own, known);
  const bytes = version.access === 'rules' ? (body ?? new Uint8Array()) : null;
  const sentence = answerSentence(version, reader);
  const otherSentence = other === null ? '' : answerSentence(version, other);
  return {
    origin,
    version: version.id,
    reader: reader.name,
    sentence,
    file: bytes === null || sentence !== '' ? null : readingView(bytes, reader.dialect, reader.profile),
    against: other && {
      reader: other.name,
      sentence: otherSentence,
      differences:
        bytes === null || sentence !== '' || otherSentence !== '' ? [] : readingDifferences(bytes, reader.dialect, other.dialect),
    },
  };
}
