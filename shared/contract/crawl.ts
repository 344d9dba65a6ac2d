import { z } from 'zod';
import type { CrawlStatus } from '../model/crawl.ts';
import type { CredentialUse } from '../model/credentials.ts';
import type { ProfileList } from '../model/profile.ts';
import { type ScopeTrial, scopeTrialLimits } from '../model/scope-trial.ts';
import type { FileInfo, FileOutcome } from '../model/shell.ts';
import { UserProfileInput } from '../profiles-file.ts';
import { engineCall, readCall, shellCall } from '../rpc/define.ts';
import {
  AdmissionInput,
  CredentialUseInput,
  LimitsInput,
  None,
  ScopeInput,
  SecretsInput,
  SettingsInput,
  SiteRules,
  text,
  Url,
} from '../rpc/inputs.ts';
import type { PortableSettings } from '../settings-file.ts';
import { PortableInput } from '../settings-input.ts';

/** Procedures of the window: the crawl itself, its settings, who it plays and how it logs in. */
export const crawlProcedures = {
  'crawl.pause': engineCall<void>()(None),
  'crawl.resume': engineCall<void>()(None),
  'crawl.stop': engineCall<void>()(None),
  /** While the crawl waits for our own network (`outage`), or for room on the disk (`diskWait`): looks at once whether it goes on. */
  'crawl.tryNetwork': engineCall<void>()(None),
  /** Continues a crawl with higher limits, and decides again on the URLs that the old ones kept out. */
  'crawl.continue': engineCall<void>()(LimitsInput),
  /** Changes the site rules for the rest of the crawl, as a new settings version. Resume decides unblocked URLs again. */
  'crawl.siteRules': engineCall<void>()(z.strictObject({ siteRules: SiteRules, robotsDefault: z.enum(['inherit', 'always']) })),
  /** Changes which URLs belong to the crawl, as a new settings version, and resumes it: it decides again on what the old settings kept out. */
  'crawl.changeScope': engineCall<void>()(AdmissionInput),
  /** Allows the requests of a file of another installation: see `CrawlStatus.waiting`. */
  'crawl.allowRequests': engineCall<void>()(None),
  /** Continues a crawl with the URLs of a pattern that a trap guard stopped. */
  'crawl.releaseTrap': engineCall<void>()(z.strictObject({ pattern: z.string().min(1).max(4_096) })),
  /** Queues URLs that robots.txt blocked. On resume, the crawl first requests robots.txt again and obeys it. */
  'crawl.askAgain': engineCall<{ readonly queued: number }>()(z.strictObject({ urls: z.array(Url).min(1).max(1_000) })),
  /** Checks settings and seeds without starting: '' or one problem per field. */
  'crawl.check': shellCall<Readonly<Record<string, string>>>()(SettingsInput),
  /** Starts a new crawl in a new file; `destination` is a grant of `file.chooseNew`, or null for the default folder. */
  'crawl.start': shellCall<FileOutcome>()(
    z.strictObject({
      settings: SettingsInput,
      destination: text(64).nullable(),
      secrets: SecretsInput.optional(),
      /** Also stores the secrets in the system's key store. */
      keepSecrets: z.boolean().optional(),
      /** Repeats the open crawl: what a server confirms as unchanged is taken from its file. Refused for a file of another installation until all it requests is allowed. */
      again: z.boolean().optional(),
    }),
  ),
  'crawl.demo': shellCall<FileOutcome>()(None),

  /** Tries such settings on the stored URLs and on typed ones. */
  'scope.try': readCall<ScopeTrial>()(
    z.strictObject({ settings: ScopeInput, typed: z.array(Url).max(scopeTrialLimits.typed).readonly() }),
  ),

  'status.get': engineCall<CrawlStatus | null>()(None),

  /** Whether this system can keep credentials, and those it keeps, without values. */
  'credentials.state': shellCall<{ readonly canKeep: boolean; readonly kept: readonly CredentialUse[] }>()(None),
  /** Values for the open crawl, for as long as it is open; `keep`: also for the key store. */
  'credentials.give': shellCall<void>()(z.strictObject({ secrets: SecretsInput, keep: z.boolean() })),
  'credentials.forget': shellCall<void>()(CredentialUseInput),

  /** Built-in profiles, and the user's own from the program's data folder. */
  'profiles.list': shellCall<ProfileList>()(None),
  /** Adds a profile, or replaces the profile `replaces`. Returns problems by field; empty if it was saved. */
  'profiles.save': shellCall<Readonly<Record<string, string>>>()(
    z.strictObject({ profile: UserProfileInput, replaces: text(64).nullable() }),
  ),
  'profiles.remove': shellCall<void>()(z.strictObject({ id: text(64) })),

  /** Asks for a settings file or a crawl file. Null if the user cancelled. */
  'settings.open': shellCall<{ readonly name: string; readonly settings: PortableSettings } | null>()(None),
  'settings.save': shellCall<FileInfo | null>()(z.strictObject({ suggestedName: text(200), settings: PortableInput })),
} as const;
