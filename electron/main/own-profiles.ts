import { readFile } from 'node:fs/promises';
import type { UserProfile } from '#shared/model/profile.ts';
import { profilesFileText, readProfilesFile } from '#shared/profiles-file.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { writeOwn } from './write-whole.ts';

/** The user's own crawler profiles, in one JSON file that the command line reads too. */
export interface OwnProfiles {
  /** The current profiles in the file. `problem` explains in words why the file could not be read. */
  read(): Promise<{ readonly profiles: readonly UserProfile[]; readonly problem: string }>;
  /** Applies `edit` to the list and writes it. Fails if the file cannot be read, because its profiles would be lost. */
  change(edit: (known: readonly UserProfile[]) => readonly UserProfile[]): Promise<void>;
}

/** Reads the file on every call, because the command line may have changed it. */
export function openOwnProfiles(file: string): OwnProfiles {
  const read: OwnProfiles['read'] = async () => {
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: [], problem: '' };
      return { profiles: [], problem: `Your own profiles could not be read: ${String(error)}` };
    }
    const found = readProfilesFile(text);
    return 'problem' in found
      ? { profiles: [], problem: `Your own profiles could not be read. profiles.json: ${found.problem}` }
      : { profiles: found.profiles, problem: '' };
  };
  return {
    read,
    async change(edit) {
      const { profiles, problem } = await read();
      if (problem) throw new RpcError('refused', problem);
      await writeOwn(file, profilesFileText(edit(profiles)));
    },
  };
}
