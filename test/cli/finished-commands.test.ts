import { expect, test } from 'vitest';
import { checkSettings } from '#engine/session/session.ts';
import { reasonCodes, reasons } from '#shared/explain/reasons.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { readArguments } from '../../electron/cli/arguments.ts';
import { crawl } from '../../electron/cli/commands/crawl.ts';
import { resume } from '../../electron/cli/commands/resume.ts';
import { readSettings } from '../../electron/cli/crawl-settings.ts';
import { optionOf } from '../../electron/cli/setting-options.ts';
import { finishedText } from '../../electron/cli/text/finished.ts';

const seeds = ['https://example.com/'];

/** What a user writes for the capitals of a printed command. */
const values: Readonly<Record<string, string>> = {
  HOST: 'example.com',
  PREFIX: 'blog',
  SCOPE: 'domain',
  INCLUDE: '/blog/',
  EXCLUDE: '/tag/',
  PATTERN: '/cal/*',
  PROFILE: 'googlebot',
  TIME: '2h',
};

const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

test.each(reasonCodes.filter(code => reasons[code].setting !== null))('the command printed for %s works', code => {
  const { setting } = reasons[code];
  if (setting === null) throw new Error(code);
  const status = { reasons: [{ reason: code, count: 1 }], seeds };
  const text = finishedText(
    { status: status as unknown as Parameters<typeof finishedText>[0]['status'], file: 'F.crawl' },
    [{ option: optionOf(setting.name), name: setting.name }],
    optionOf,
  );
  const [, command = ''] = /: crawlscope (.*)$/m.exec(text) ?? [];
  expect(command).toContain(' --');
  const number = code === 'url-too-long' ? '150' : '9';
  const filled = command.replace(/(?<![A-Za-z.])[A-Z]+(?![A-Za-z.-])/g, word => (word === 'N' ? number : (values[word] ?? word)));
  const [verb = '', ...words] = wordsOf(filled);
  const args = readArguments(verb === 'crawl' ? crawl : resume, words);
  const settings = readSettings(args, seeds, defaultSettings, verb === 'crawl');
  expect(Object.values(checkSettings(settings)).filter(problem => problem !== '')).toEqual([]);
});
