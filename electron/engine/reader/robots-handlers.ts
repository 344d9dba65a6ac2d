import { fail } from '#shared/rpc/errors.ts';
import { Histories } from '../replay/histories.ts';
import type { Tables } from '../replay/tables.ts';
import { draftDesk, draftRow, draftsOf, workingDraft } from '../robots/drafts.ts';
import { robotsInterpretation, robotsInterpreters } from '../robots/interpret.ts';
import { lintText, type StoredLints } from '../robots/lint.ts';
import type { Profiles } from './profiles.ts';
import type { ReaderHandlers, Reads } from './reads.ts';
import { versionOf } from './reads.ts';
import { robotsFile } from './robots-file.ts';
import type { UrlLists } from './url-lists.ts';

export interface RobotsParts {
  readonly reads: Reads;
  readonly profiles: Profiles;
  readonly tables: Tables;
  readonly urlLists: UrlLists;
  readonly lints: StoredLints;
}

/** robots.txt files, their versions, diagnostics and drafts. */
export function robotsHandlers({ reads, profiles: { ownProfile, profiles }, tables, urlLists, lints }: RobotsParts) {
  const { robots, origins, lists, snapshot, lookup } = reads;
  const isStored = (url: string) => lookup.url(url) !== undefined;
  const histories = new Histories({ robots, origins, tables, ownProfile, profiles, isStored });
  return {
    'robots.origins': async () => lists.origins(await urlLists.counted(counts => counts.byOrigin())),
    'robots.file': ({ origin, version }) => snapshot(() => robotsFile(reads, origin, version)),
    'robots.interpretation': ({ origin, version, interpreter, against }) => {
      const found = versionOf(reads, origin, version);
      const body = found && robots.body(found.bodyHash);
      return (
        found &&
        robotsInterpretation({ origin, version: found, body }, { interpreter, against, own: ownProfile(), known: profiles() })
      );
    },
    'robots.history': asked => histories.read(asked),
    'robots.cancelHistory': asked => histories.cancel(asked),
    'robots.blame': asked => histories.blame(asked),
    'robots.diff': ({ origin, before, after }) => histories.diff(origin, before, after),
    'robots.interpreters': () => robotsInterpreters(profiles()),
    'robots.lint': input => {
      if ('text' in input) return lintText(input.text);
      const found = versionOf(reads, input.origin, input.version);
      return found && lints.view(input.origin, found);
    },
    'drafts.open': ({ origin, version }) => {
      const found = versionOf(reads, origin, version);
      return draftDesk(origin, found, found && robots.body(found.bodyHash), {
        drafts: draftsOf(reads, origin),
        working: workingDraft(reads, origin),
      });
    },
    'drafts.read': ({ id }) => {
      const draft = reads.drafts.draft(id) ?? fail('not_found', 'This draft is not in the crawl file any more.');
      return { ...draftRow(draft), text: draft.text };
    },
  } satisfies ReaderHandlers;
}
