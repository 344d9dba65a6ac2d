import { profileSet } from '#core/crawlers/profile-set.ts';
import { interpretationDifferences, interpretFile } from '#core/robots/interpret/interpret-file.ts';
import { lineSentence } from '#shared/explain/interpretation.ts';
import type { InterpretedLine } from '#shared/model/interpretation.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { ownProfiles, profilesOption } from '../own-profiles.ts';
import { readRobots } from '../read-robots.ts';
import { requireDialect, requireProfile } from '../robots-choice.ts';
import { interpretationLines } from '../text/interpretation.ts';

/** A line with its sentence, for readers of the JSON. */
const told = (line: InterpretedLine): object => ({ ...line, sentence: lineSentence(line) });

export const robotsParse: Command = {
  name: 'robots parse',
  summary: 'a robots.txt line by line as a crawler interprets it, and the groups that result',
  takes: 'FILE|URL',
  positionals: { min: 1, max: 1 },
  options: {
    dialect: { value: 'D', help: 'how to interpret the file (default: that of the profile, or crawlscope)' },
    profile: { value: 'P', help: 'a crawler profile: its dialect, and the groups that apply to it' },
    agent: { value: 'TOKEN', help: 'show which groups apply to this product token' },
    compare: { value: 'D', help: 'a second dialect: show the lines it interprets differently' },
    ...profilesOption,
    ...jsonOption,
  },
  notes: [
    '- is standard input. Marks: x the line is ignored, ~ it is not used as written.',
    'Rules of a group are listed in order of priority.',
  ],
  examples: [
    'crawlscope robots parse robots.txt --profile googlebot',
    'crawlscope robots parse https://example.com/robots.txt --dialect yandex --compare google',
  ],
  async run(args, io) {
    const source = args.positionals[0] ?? '';
    const id = args.one('profile');
    const agent = args.one('agent');
    if (agent === '') return usage('--agent is empty.');
    const profile = id === undefined ? null : requireProfile(id, profileSet(ownProfiles(args)));
    const dialect = requireDialect(args.one('dialect') ?? profile?.dialect ?? 'crawlscope');
    const compared = args.one('compare');
    const other = compared === undefined ? null : requireDialect(compared);
    const bytes = await readRobots(source);
    const names = agent === undefined ? profile : { productToken: agent, userAgent: '' };
    const reading = interpretFile(bytes, dialect, names);
    const differences = other && interpretationDifferences(bytes, dialect, other);
    if (args.has('json')) {
      const document = {
        robots: source,
        ...reading,
        lines: reading.lines.map(told),
        ...(other && differences
          ? { compared: other.id, differences: differences.map(each => ({ ...each, other: each.other.map(told) })) }
          : {}),
      };
      await io.stdout.write(jsonDocument(document));
      return exit.done;
    }
    const lines = interpretationLines(reading, differences, other?.name ?? '');
    await io.stdout.write(`${lines.map(printable).join('\n')}\n`);
    return exit.done;
  },
};
