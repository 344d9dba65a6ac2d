import { readFileSync } from 'node:fs';
import { profileById } from '#core/crawlers/profiles.ts';
import { profilesProblem } from '#core/crawlers/user-profiles.ts';
import { didYouMean } from '#core/query/near.ts';
import { maxProfiles, withProfile } from '#shared/profiles-file.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { keepProfiles, keptProfiles, profilesIn } from '../own-profiles.ts';

export const profilesAdd: Command = {
  name: 'profiles add',
  summary: 'store crawler profiles of your own; a profile with the same id is replaced',
  takes: 'FILE.json',
  positionals: { min: 1, max: 1 },
  options: {},
  notes: [
    'FILE contains one profile, an array, or {"version": 1, "profiles": […]}; - is standard input. Required: id, name, product_token, dialect,',
    'source (who says so), as_of (YYYY-MM-DD). Optional: user_agent, directive_agents, falls_back_to, named_by_header, ignores_star, lists_nothing.',
    'To copy a profile, print it with “profiles --json”, give it a new id and add it.',
  ],
  examples: [
    'crawlscope profiles add mybot.json',
    'crawlscope profiles --json | jq \'.[0] | .id = "mine"\' | crawlscope profiles add -',
  ],
  async run(args, io) {
    const [file = ''] = args.positionals;
    const added = profilesIn(readFileSync(file === '-' ? 0 : file, 'utf8'), file === '-' ? 'standard input' : file);
    if (added.length === 0) return usage(`${file} contains no profile.`);
    const list = added.reduce((known, each) => withProfile(known, each), keptProfiles());
    if (list.length > maxProfiles) return usage(`That would be ${list.length} profiles; at most ${maxProfiles} can be stored.`);
    const problem = profilesProblem(list);
    if (problem) return usage(problem);
    const path = keepProfiles(list);
    await io.stdout.write(`Stored ${added.map(({ id }) => id).join(', ')} in ${path}\n`);
    return exit.done;
  },
};

export const profilesRemove: Command = {
  name: 'profiles remove',
  summary: 'remove a crawler profile of your own; crawl files that use it keep their copy',
  takes: 'ID',
  positionals: { min: 1, max: 1 },
  options: {},
  examples: ['crawlscope profiles remove mybot'],
  async run(args, io) {
    const [id = ''] = args.positionals;
    if (profileById(id)) return usage(`“${id}” is a built-in profile; only your own can be removed.`);
    const kept = keptProfiles();
    const ids = kept.map(profile => profile.id);
    if (!ids.includes(id)) return usage(`you have no profile “${id}”.${didYouMean(id, ids)}`);
    const path = keepProfiles(kept.filter(profile => profile.id !== id));
    await io.stdout.write(`Removed ${id} from ${path}\n`);
    return exit.done;
  },
};
