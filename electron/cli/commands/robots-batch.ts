import { type BatchAnswer, decideBatchLine } from '#core/robots/batch.ts';
import type { Command } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { lineBatches } from '../input-lines.ts';
import { requireDialect, requireProfile } from '../robots-choice.ts';

interface Defaults {
  readonly dialect: string;
  readonly agent: string | undefined;
}

/** What a line leaves out comes from the options. */
function answerLine(line: string, number: number, defaults: Defaults): BatchAnswer {
  let request: unknown;
  try {
    request = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { id: null, error: `line ${number} is not JSON` };
  }
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return decideBatchLine(request);
  const { agent } = defaults;
  return decideBatchLine({ dialect: defaults.dialect, ...(agent === undefined ? {} : { agent }), ...request });
}

export const robotsBatch: Command = {
  name: 'robots batch',
  summary: 'judge requests in JSON Lines from standard input, one answer a line, in order',
  takes: '',
  positionals: { min: 0, max: 0 },
  options: {
    dialect: { value: 'D', help: 'dialect of lines that name none (default: that of the profile, or crawlscope)' },
    profile: { value: 'P', help: 'agent and dialect of lines that name none' },
  },
  notes: [
    'In:  {"id", "robots_txt" or "robots_base64", "agent", "url", "dialect"}',
    'Out: {"id", "allowed", "line", "rule", "reason"}; allowed is true, false, or null where the robot may choose; line is 0 for none.',
    'A line that cannot be read answers {"id", "error"}, and the exit code is 2 at the end.',
  ],
  examples: ['crawlscope robots batch < requests.jsonl > answers.jsonl'],
  async run(args, io) {
    const id = args.one('profile');
    const profile = id === undefined ? null : requireProfile(id);
    const dialect = requireDialect(args.one('dialect') ?? profile?.dialect ?? 'crawlscope');
    const defaults = { dialect: dialect.id, agent: profile?.productToken };
    let number = 0;
    let bad = 0;
    for await (const lines of lineBatches(io.stdin)) {
      let out = '';
      for (const line of lines) {
        number++;
        if (line.trim() === '') continue;
        const answer = answerLine(line.replace(/^\ufeff/, ''), number, defaults);
        if ('error' in answer) bad++;
        out += `${JSON.stringify(answer)}\n`;
      }
      if (out !== '') await io.stdout.write(out);
    }
    if (bad > 0)
      return usage(`robots batch: ${bad} of ${number} lines could not be answered; each has an "error" in the output.`);
    return exit.done;
  },
};
