import type { NotCheckableReason } from '#shared/model/audit.ts';
import { isNewestHash } from '../text/text-hash.ts';
import type { AuditSite, FactsPage } from './check.ts';

/** Why a page cannot be compared with others by its text: an older version of the program read it, and a newer one read others. */
export function ofOlderHash({ facts: { textHash } }: FactsPage, site: AuditSite): NotCheckableReason | null {
  return textHash !== undefined && !isNewestHash(textHash) && site.source.hasNewestHashes() ? 'no-facts' : null;
}
