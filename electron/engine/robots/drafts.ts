import { profiles } from '#core/crawlers/profiles.ts';
import { type DraftDesk, longestDraft, type RobotsDraftRow, type WorkingDraft } from '#shared/model/draft.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { Store } from '#storage/store.ts';
import type { DraftsTable, RobotsDraft } from '#storage/tables/drafts.ts';
import type { OriginTable } from '#storage/tables/origins.ts';
import type { RobotsVersion } from '#storage/tables/robots-versions.ts';

/** The most drafts of an origin. Our choice: a longer list does not help. */
const mostDrafts = 200;

interface DraftReads {
  readonly origins: Pick<OriginTable, 'byKey'>;
  readonly drafts: Pick<DraftsTable, 'drafts' | 'workingDraft'>;
}

export const draftRow = ({ id, name, updatedAt, baseVersionId, text }: RobotsDraft): RobotsDraftRow => ({
  id,
  name,
  updatedAt,
  baseVersion: baseVersionId,
  length: text.length,
});

export function draftsOf({ origins, drafts }: DraftReads, originKey: string): RobotsDraftRow[] {
  const origin = origins.byKey(originKey) ?? fail('not_found', `${originKey} is not in this crawl.`);
  return drafts.drafts(origin.id).map(draftRow);
}

/** Unsaved text for an origin. */
export function workingDraft({ origins, drafts }: DraftReads, originKey: string): WorkingDraft | null {
  const origin = origins.byKey(originKey) ?? fail('not_found', `${originKey} is not in this crawl.`);
  const kept = drafts.workingDraft(origin.id);
  return kept ? { text: kept.text, base: kept.baseVersionId } : null;
}

/** The initial text of a draft. `body`: the stored bytes of the version. */
export function draftDesk(
  origin: string,
  version: RobotsVersion | null,
  body: Uint8Array | null,
  kept: Pick<DraftDesk, 'drafts' | 'working'>,
): DraftDesk {
  const isRules = version?.access === 'rules';
  const whole = isRules && body ? new TextDecoder().decode(body) : '';
  const feed = whole.indexOf('\n');
  return {
    origin,
    version: version?.id ?? null,
    text: whole.slice(0, longestDraft),
    isRules,
    cut: whole.length > longestDraft,
    crLf: feed > 0 && whole[feed - 1] === '\r',
    ...kept,
    agents: [...new Set(profiles().map(({ productToken }) => productToken))].filter(token => token !== '*').sort(byName),
  };
}

const byName = (a: string, b: string): number => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

function nameOf(wanted: string): string {
  const name = wanted.trim();
  return name === '' ? fail('bad_request', 'A draft needs a name.') : name;
}

/** Stores unsaved text, or deletes it (null). Part of a transaction. */
export function keepWorkingDraft(
  { origins, drafts, robots }: Pick<Store, 'origins' | 'drafts' | 'robots'>,
  typed: { readonly origin: string; readonly text: string | null; readonly base: number | null },
  at: number,
): void {
  const origin = origins.byKey(typed.origin) ?? fail('not_found', `${typed.origin} is not in this crawl.`);
  const base = typed.base === null ? undefined : robots.byId(typed.base);
  drafts.keepWorkingDraft(origin.id, typed.text, base?.originId === origin.id ? base.id : null, at);
}

/** Writes a draft in place of one of its name. Part of a transaction. */
export function saveDraft(
  { origins, drafts, robots }: Pick<Store, 'origins' | 'drafts' | 'robots'>,
  wanted: { readonly origin: string; readonly name: string; readonly text: string; readonly base: number | null },
  at: number,
): RobotsDraft {
  const origin = origins.byKey(wanted.origin) ?? fail('not_found', `${wanted.origin} is not in this crawl.`);
  const name = nameOf(wanted.name);
  const known = drafts.drafts(origin.id);
  if (known.length >= mostDrafts && known.every(draft => draft.name !== name))
    fail('refused', `${wanted.origin} has ${mostDrafts} drafts already; delete one first.`);
  const base = wanted.base === null ? undefined : robots.byId(wanted.base);
  const baseVersionId = base?.originId === origin.id ? base.id : null;
  return drafts.saveDraft({ originId: origin.id, name, text: wanted.text, baseVersionId }, at);
}

/** Renames a draft. Throws if the name exists. Part of a transaction. */
export function renameDraft({ drafts }: Pick<Store, 'drafts'>, id: number, wanted: string, at: number): RobotsDraft {
  const name = nameOf(wanted);
  const draft = drafts.draft(id) ?? fail('not_found', 'This draft is not in the crawl file any more.');
  if (draft.name !== name && !drafts.renameDraft(id, name, at)) fail('refused', `There is a draft “${name}” already.`);
  return drafts.draft(id) ?? draft;
}
