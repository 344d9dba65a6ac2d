import { fail } from '#shared/rpc/errors.ts';
import type { Replays } from '../replay/replays.ts';
import { politenessCertificate } from '../reports/certificate.ts';
import { ruleFacts } from '../reports/rule-facts.ts';
import type { StoredLints } from '../robots/lint.ts';
import type { Profiles } from './profiles.ts';
import { type ReaderHandlers, type Reads, versionOf } from './reads.ts';

export interface ReportParts {
  readonly reads: Reads;
  readonly profiles: Profiles;
  readonly replays: Replays;
  readonly lints: StoredLints;
}

/** The facts for reports. */
export function reportHandlers({ reads, profiles: { ownProfile, profiles }, replays, lints }: ReportParts) {
  const { robots, origins, journal } = reads;
  return {
    'report.line': async ({ origin, version: wanted, line, profile: asked }) => {
      const version =
        versionOf(reads, origin, wanted) ?? fail('not_found', `No robots.txt of ${origin} is stored in this crawl.`);
      if (wanted !== undefined && version.id !== wanted) fail('not_found', `${origin} has no version ${wanted}.`);
      const profile = asked || ownProfile();
      const effect = await replays.lineEffect({ origin, side: { version: version.id, text: null, profile }, line });
      const { findings } = await lints.view(origin, version);
      return ruleFacts({ origin, version, line, profile, profiles: profiles(), effect, findings, robots });
    },
    'report.politeness': ({ origin, upTo }) =>
      politenessCertificate(
        { journal, origins, robots, settings: reads.settingsOf, crawlState: reads.crawlState() },
        origin,
        upTo,
      ),
  } satisfies ReaderHandlers;
}
