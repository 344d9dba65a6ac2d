import { profileSet } from '#core/crawlers/profile-set.ts';
import { robotsAccess } from '#core/robots/access.ts';
import { decideAs, speakerFor } from '#core/robots/choose/speaker.ts';
import { parseRobots } from '#core/robots/parse/parse.ts';
import type { RobotsVerdict } from '#shared/model/robots.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { ownProfiles, profilesOption } from '../own-profiles.ts';
import { askForRobots } from '../read-robots.ts';
import { requireDialect, requireProfile } from '../robots-choice.ts';
import { robotsLines } from '../text/robots.ts';
import { urlAsTyped } from '../url-argument.ts';

/** One JSON record of a verdict, shared by `robots decide --json`. */
export const verdictDocument = (url: string, verdict: RobotsVerdict): object => ({
  url,
  allowed: verdict.allowed,
  line: verdict.line,
  rule: verdict.rule,
  reason: verdict.special ?? verdict.reason,
  group_lines: verdict.groupLines,
  choice: verdict.choice,
  path: verdict.path,
  matching: verdict.matching.map(({ rule, length, won, lost }) => ({
    line: rule.line,
    allow: rule.allow,
    pattern: rule.pattern,
    length,
    won,
    lost,
  })),
});

export const robotsDecide: Command = {
  name: 'robots decide',
  summary: 'decide URLs by a robots.txt: verdict, deciding line, group, losing rules',
  takes: 'URL…',
  positionals: { min: 1, max: 10_000 },
  options: {
    robots: { value: 'FILE|URL', help: 'the robots.txt to read; - is standard input' },
    agent: { value: 'TOKEN', help: 'product token or user agent of the crawler' },
    profile: { value: 'P', help: 'a crawler profile: its token and its dialect (see: crawlscope profiles)' },
    dialect: { value: 'D', help: 'how to interpret the file (default: that of the profile, or crawlscope)' },
    ...profilesOption,
    ...jsonOption,
  },
  notes: [
    'A URL may be a path such as /private/. The verdict does not change the exit code.',
    'If --robots is a URL and the server returns an error, the verdict is what that error means to the crawler.',
  ],
  examples: [
    'crawlscope robots decide --robots robots.txt --agent MyBot https://example.com/private/a',
    'crawlscope robots decide --robots https://example.com/robots.txt --profile googlebot /search?q=1 --json',
  ],
  async run(args, io) {
    const source = args.one('robots');
    if (source === undefined || source === '') return usage('robots decide: --robots FILE|URL is needed.');
    const id = args.one('profile');
    const agent = args.one('agent');
    if (id === undefined && agent === undefined) return usage('robots decide: --agent TOKEN or --profile P is needed.');
    if (agent === '') return usage('--agent is empty.');
    const profile = id === undefined ? null : requireProfile(id, profileSet(ownProfiles(args)));
    const dialect = requireDialect(args.one('dialect') ?? profile?.dialect ?? 'crawlscope');
    const base = /^https?:\/\//i.test(source) ? source : 'https://example.com/';
    const urls = args.positionals.map(text => ({ text, url: urlAsTyped(text, base) }));
    const { bytes, outcome } = await askForRobots(source, dialect.maxRedirects.value);
    const access = robotsAccess(outcome, dialect);
    const file = access.kind === 'rules' ? parseRobots(bytes, dialect) : null;
    const names = agent === undefined && profile !== null ? profile : { productToken: agent ?? '*', userAgent: '' };
    const speaker = speakerFor(file, dialect, names);
    const token = speaker.agent;
    const verdicts = urls.map(({ text, url }) => ({ text, verdict: decideAs(speaker, access, file, dialect, url) }));
    if (args.has('json')) {
      const documents = verdicts.map(({ text, verdict }) => verdictDocument(text, verdict));
      await io.stdout.write(
        `${JSON.stringify({ agent: token, fall_back: speaker.steps, dialect: dialect.id, robots: source, access: { kind: access.kind, why: access.why, source: access.source }, verdicts: documents }, null, 2)}\n`,
      );
      return exit.done;
    }
    const blocks = verdicts.map(({ text, verdict }) =>
      [text, ...robotsLines(verdict).map(line => `  ${line}`)].map(printable).join('\n'),
    );
    await io.stdout.write(`${blocks.join('\n\n')}\n`);
    return exit.done;
  },
};
