import { Kinship } from '#core/whynot/rank.ts';
import { folderPagesOf, spellingsOf, typosOf } from '#core/whynot/spellings.ts';
import { reasonOf } from '#shared/explain/reasons.ts';
import type { Surroundings } from '#shared/model/why-not.ts';
import type { FolderPage, RelativeReads, RelativeRow } from '#storage/reads/relatives.ts';

/** Links of a folder page that are compared. */
const mostTargets = 1_000;
/** Files with no more URLs are compared whole. */
const wholeUpTo = 4_000;
/** Other candidates: URLs stored next to known relatives, because they were found together, and a sample of all others. */
const besides = 120;
const samples = 16;
const sampleRows = 30;

/** Redirects and error responses have no links. */
const mayHaveLinks = (page: FolderPage): boolean =>
  page.links !== null || (page.state !== 'done' && reasonOf(page.reason)?.family !== 'not-a-page');

/**
 * The stored URLs closest to one, with a bounded number of reads. Other spellings and typing errors are looked up by
 * hash. Links of folder pages, URLs stored next to known relatives, and a sample of all others are compared. This
 * takes milliseconds on a large file, so the reader thread does it.
 */
export function surroundingsOf(reads: RelativeReads, href: string): Surroundings {
  const kin = new Kinship(href);
  const known = reads.lastId();
  const met = new Set<number>();
  let compared = 0;
  const consider = (row: RelativeRow): void => {
    if (met.has(row.id)) return;
    met.add(row.id);
    compared += 1;
    kin.consider(row);
  };
  const near: number[] = [];
  for (const { url, why, same } of spellingsOf(href)) {
    const row = reads.find(url);
    if (!row) continue;
    kin.add(row, same ? 'spelling' : 'query', why, null);
    near.push(row.id);
  }
  const whole = known <= wholeUpTo;
  let slips = 0;
  // Look for typing errors only if the URL is not stored.
  for (const url of whole || reads.find(href) !== undefined ? [] : typosOf(href)) {
    const row = reads.find(url);
    if (!row) continue;
    consider(row);
    near.push(row.id);
    slips += 1;
    if (slips > 20) break;
  }
  let parent: FolderPage | null = null;
  let pages = 0;
  for (const url of folderPagesOf(href)) {
    const page = reads.folderPage(url);
    if (!page) continue;
    if (parent === null && mayHaveLinks(page)) {
      parent = page;
      kin.add(page, 'parent', 'the page of its folder', null);
    }
    near.push(page.id);
    if (whole || page.links === null || pages >= 2) continue;
    pages += 1;
    for (const row of reads.targets(page.id, mostTargets)) consider(row);
  }
  if (whole) for (const row of reads.range(0, wholeUpTo)) consider(row);
  else {
    for (const id of near.slice(0, 4)) for (const row of reads.range(Math.max(0, id - besides), 2 * besides)) consider(row);
    const step = Math.floor(known / samples);
    for (let at = 0; at < samples; at += 1) for (const row of reads.range(at * step, sampleRows)) consider(row);
  }
  return { relatives: kin.best(), compared, known, parent };
}
