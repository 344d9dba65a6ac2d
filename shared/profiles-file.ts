import { z } from 'zod';
import type { UserProfile } from './model/profile.ts';

/**
 * The user's own crawler profiles as JSON: one profile, an array of them, or `{"version": 1, "profiles": […]}`. Keys
 * are in snake_case as `crawlscope profiles --json` prints them, so that a printed profile can be changed and added.
 */

export const maxProfiles = 100;

const text = (max: number) => z.string().max(max);
const names = z.array(text(100)).max(10).readonly();

/** A profile on the wire, every field written. What the fields may say is checked by the engine. */
export const UserProfileInput = z.strictObject({
  id: text(64),
  name: text(100),
  productToken: text(100),
  fallsBackTo: names,
  userAgent: text(500),
  dialect: text(100),
  directiveAgents: names,
  directives: text(100),
  namedByHeader: z.boolean(),
  ignoresStar: z.boolean(),
  listsNothing: z.boolean(),
  // Missing in files of earlier versions.
  ignoresFrames: z.boolean().default(false),
  followsRedirectsUnseen: z.boolean().default(false),
  source: text(500),
  asOf: text(10),
});

const Written = z.strictObject({
  id: text(64),
  name: text(100),
  product_token: text(100),
  falls_back_to: names.default([]),
  user_agent: text(500).default(''),
  // `profiles --json` prints the dialect with all its knobs; only its id is read back.
  dialect: z.union([text(100), z.looseObject({ id: text(100) }).transform(({ id }) => id)]),
  directive_agents: names.default([]),
  // Printed with all its knobs too.
  directives: z.union([text(100), z.looseObject({ id: text(100) }).transform(({ id }) => id)]).default('unknown'),
  named_by_header: z.boolean().default(false),
  ignores_star: z.boolean().default(false),
  lists_nothing: z.boolean().default(false),
  ignores_frames: z.boolean().default(false),
  follows_redirects_unseen: z.boolean().default(false),
  source: text(500),
  as_of: text(10),
  /** Printed, and not read back. */
  own: z.boolean().optional(),
});
const Whole = z.strictObject({ version: z.literal(1), profiles: z.array(z.unknown()).max(maxProfiles) });

export type ReadProfiles = { readonly profiles: readonly UserProfile[] } | { readonly problem: string };

/** The profiles written in `json`, or what is wrong with it, naming the profile and the field. Never throws. */
export function readProfilesFile(json: string): ReadProfiles {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `It is not JSON: ${error.message}` };
  }
  const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : 1;
  if (version !== 1) return { problem: `It is of version ${JSON.stringify(version)}; this program reads version 1.` };
  const whole = Whole.safeParse(value);
  const items = whole.success ? whole.data.profiles : Array.isArray(value) ? (value as unknown[]) : [value];
  if (items.length > maxProfiles) return { problem: `It holds ${items.length} profiles; at most ${maxProfiles} are kept.` };
  const profiles: UserProfile[] = [];
  for (const [index, item] of items.entries()) {
    const read = Written.safeParse(item);
    if (!read.success) return { problem: `Profile ${index + 1}: ${problemOf(read.error)}` };
    profiles.push(fromWritten(read.data));
  }
  return { profiles };
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'It cannot be read.';
  const field = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return `There is no field “${issue.keys.join('”, “')}”.`;
  if (field === '') return 'It must be a JSON object.';
  return `“${field}”: ${issue.message}.`;
}

const fromWritten = (written: z.output<typeof Written>): UserProfile => ({
  id: written.id,
  name: written.name,
  productToken: written.product_token,
  fallsBackTo: written.falls_back_to,
  userAgent: written.user_agent,
  dialect: written.dialect,
  directiveAgents: written.directive_agents,
  directives: written.directives,
  namedByHeader: written.named_by_header,
  ignoresStar: written.ignores_star,
  listsNothing: written.lists_nothing,
  ignoresFrames: written.ignores_frames,
  followsRedirectsUnseen: written.follows_redirects_unseen,
  source: written.source,
  asOf: written.as_of,
});

/** One profile with the keys of the file. */
export const writtenProfile = (profile: UserProfile) => ({
  id: profile.id,
  name: profile.name,
  product_token: profile.productToken,
  falls_back_to: profile.fallsBackTo,
  user_agent: profile.userAgent,
  dialect: profile.dialect,
  directive_agents: profile.directiveAgents,
  directives: profile.directives,
  named_by_header: profile.namedByHeader,
  ignores_star: profile.ignoresStar,
  lists_nothing: profile.listsNothing,
  ignores_frames: profile.ignoresFrames,
  follows_redirects_unseen: profile.followsRedirectsUnseen,
  source: profile.source,
  as_of: profile.asOf,
});

/** The text of a profiles file. */
export const profilesFileText = (profiles: readonly UserProfile[]): string =>
  `${JSON.stringify({ version: 1, profiles: profiles.map(writtenProfile) }, null, 2)}\n`;

/** The list with `profile` instead of the one with the id `replaces`, or with the same id; otherwise appended. */
export function withProfile(list: readonly UserProfile[], profile: UserProfile, replaces = profile.id): readonly UserProfile[] {
  const at = list.findIndex(each => each.id === replaces);
  return at < 0 ? [...list, profile] : list.with(at, profile);
}
