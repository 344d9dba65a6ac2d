import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { profilesProblem } from '#core/crawlers/user-profiles.ts';
import { dataFolder } from '#engine/session/data-folder.ts';
import type { UserProfile } from '#shared/model/profile.ts';
import { profilesFileText, readProfilesFile } from '#shared/profiles-file.ts';
import { writeWhole } from '../export/whole-file.ts';
import type { Arguments } from './arguments.ts';
import { usage } from './exit.ts';

/** The option by which a command takes own profiles from a file instead of the program's list. */
export const profilesOption = {
  profiles: { value: 'FILE', help: 'JSON with crawler profiles of your own, instead of those stored by “profiles add”' },
} as const;

/** Where the user's own profiles are stored: `profiles.json` in the data folder, so that window and command line share one list. */
export const profilesPath = (env: NodeJS.ProcessEnv = process.env, platform: string = process.platform): string =>
  join(dataFolder(env, platform), 'profiles.json');

/** Reads profiles out of JSON; refuses what is wrong with it, naming `place`. */
export function profilesIn(json: string, place: string): readonly UserProfile[] {
  const read = readProfilesFile(json);
  if ('problem' in read) return usage(`${place}: ${read.problem}`);
  const problem = profilesProblem(read.profiles);
  return problem === '' ? read.profiles : usage(`${place}: ${problem}`);
}

/** The user's kept profiles; none where the file does not exist yet. */
export function keptProfiles(): readonly UserProfile[] {
  const path = profilesPath();
  return existsSync(path) ? profilesIn(readFileSync(path, 'utf8'), path) : [];
}

/** Own profiles for a command: those of `--profiles FILE`, else the kept ones. */
export function ownProfiles(args: Arguments): readonly UserProfile[] {
  const file = args.one('profiles');
  return file === undefined ? keptProfiles() : profilesIn(readFileSync(file === '-' ? 0 : file, 'utf8'), file);
}

/** Writes the kept profiles, whole or not at all. Returns where they are. */
export function keepProfiles(list: readonly UserProfile[]): string {
  const path = profilesPath();
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, profilesFileText(list), 0o600);
  return path;
}
