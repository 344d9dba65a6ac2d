import type { WriteDb } from '#storage/file/handle.ts';
import { LinkKinds } from '#storage/links/link-kinds.ts';
import { linkReads } from '#storage/links/link-reads.ts';
import { type AdmissionSource, Admissions, type StoredLink } from './admissions.ts';

/** Makes the admission decisions of a file's URLs again, from what the file knows of how each was found. */
export function storedAdmissions(
  db: WriteDb,
  source: Pick<AdmissionSource, 'settings' | 'refusedAddress' | 'cleanLines' | 'cleanLinesFor'>,
): Admissions {
  const kinds = new LinkKinds(db);
  const links = linkReads(db);
  const directives = db.prepare('SELECT directives FROM url WHERE id = ?').pluck();
  return new Admissions({
    ...source,
    links(from) {
      const found: StoredLink[] = [];
      const reader = links.of(from);
      while (reader?.next()) found.push({ kind: kinds.nameOf(reader.kind), rel: reader.rel });
      return found;
    },
    saysNofollow(id) {
      const bits = directives.get(id) as number | null | undefined;
      return bits === null || bits === undefined ? null : (bits & 2) !== 0;
    },
  });
}
