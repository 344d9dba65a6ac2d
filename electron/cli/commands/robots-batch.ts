import { type ProfileSet, profileSet } from '#core/crawlers/profile-set.ts';
import { type BatchAnswer, decideBatchLine } from '#core/robots/batch.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { lineBatches } from '../input-lines.ts';
import { ownProfiles, profilesOption } from '../own-profiles.ts';
import { requireDialect, requireProfile } from '../robots-choice.ts';

interface Defaults {
  readonly dialect: string | undefined;
  readonly profile: string | undefined;
}

/** The options fill in what a line does not name. `--profile` applies only to lines without an agent and a profile. */
function answerLine(line: string, number: number, defaults: Defaults, known: ProfileSet): BatchAnswer {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { id: null, error: `line ${number} is not JSON` };
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return decideBatchLine(request, known);
  const { dialect, profile } = defaults;
  const namesOne = 'agent' in request || 'profile' in request;
  // An agent of the line's own is still read as the profile of the options reads.
  const read = dialect ?? (profile !== undefined && 'agent' in request ? known.byId(profile)?.dialect : undefined);
  return decideBatchLine(
    {
      ...(profile === undefined || namesOne ? {} : { profile }),
      ...(read === undefined || 'profile' in request ? {} : { dialect: read }),
      ...request,
    },
    known,
  );
}

export const robotsBatch: Command = {
  name: 'robots batch',
  summary: 'decide requests in JSON Lines from standard input, one result per line, in order',
  takes: '',
  positionals: { min: 0, max: 0 },
  options: {
    dialect: { value: 'D', help: 'dialect for lines without one (default: that of the profile, or crawlscope)' },
    profile: { value: 'P', help: 'crawler profile for lines with neither an agent nor a profile' },
    ...profilesOption,
  },
  notes: [
    'In:  {"id", "robots_txt" or "robots_base64", "agent" and "dialect" or "profile", "url"}. A profile also uses its fall-back names.',
    'Out: {"id", "allowed", "line", "rule", "reason"}; allowed is true, false, or null (undecided); line is 0 for none. With a profile also "agent", the name whose group was used.',
    'A line that cannot be read gives {"id", "error"}, and the exit code is 2 at the end.',
  ],
  examples: ['crawlscope robots batch < requests.jsonl > answers.jsonl'],
  async run(args, io) {
    const named = args.one('profile');
    const known = profileSet(ownProfiles(args));
    const id = named === undefined ? undefined : requireProfile(named, known).id;
    const dialect = args.one('dialect');
    if (dialect !== undefined) requireDialect(dialect);
    const defaults = { dialect, profile: id };
    let number = 0;
    let bad = 0;
    for await (const lines of lineBatches(io.stdin)) {
      let out = '';
      for (const line of lines) {
        number++;
        if (line.trim() === '') continue;
        const answer = answerLine(line.replace(/^\ufeff/, ''), number, defaults, known);
        if ('error' in answer) bad++;
        out += `${JSON.stringify(answer)}\n`;
      }
      if (out !== '') await io.stdout.write(out);
    }
    if (bad > 0) return usage(`robots batch: ${bad} of ${number} lines failed; each has an "error" in the output.`);
    return exit.done;
  },
};
