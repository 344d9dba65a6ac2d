import { largest } from '#shared/lists.ts';
import { defaultSettings } from '#shared/model/crawl.ts';
import { type PortableSettings, settingDifferences, settingsText } from '#shared/settings-file.ts';
import { pad, printable, textWidth } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { outputOptions } from '../output-file.ts';
import { writeOut } from '../write-out.ts';

async function read(path: string): Promise<PortableSettings> {
  const { readSettingsFrom } = await import('#engine/session/settings-files.ts');
  return readSettingsFrom(path);
}

export const settings: Command = {
  name: 'settings',
  summary: 'print the settings of a crawl as a file that other crawls can use',
  takes: '[F.crawl]',
  positionals: { min: 0, max: 1 },
  options: outputOptions,
  notes: [
    'The file has every setting in the same order, so that two of them can be compared with diff. Start URLs, logins, proxies and',
    'certificates are not in it: they belong to one site or one computer. Nor are own headers (--header): their values may be secret.',
    'Without a crawl file it prints the defaults.',
    'To use it: crawlscope crawl SITE --settings FILE',
  ],
  examples: ['crawlscope settings site.crawl --out shop.json', 'crawlscope crawl https://example.com --settings shop.json'],
  async run(args, io) {
    const [path] = args.positionals;
    const text = settingsText(path === undefined ? defaultSettings : await read(path));
    await writeOut(io, args.one('out'), [text]);
    return exit.done;
  },
};

export const settingsDiff: Command = {
  name: 'settings diff',
  summary: 'what differs between the settings of two crawls or settings files, or from the defaults',
  takes: 'A [B]',
  positionals: { min: 1, max: 2 },
  options: { ...jsonOption },
  notes: [
    'A and B are crawl files or settings files. With one of them: what differs from the defaults.',
    'Start URLs, logins, proxies and certificates are not compared. Differences do not change the exit code.',
  ],
  examples: ['crawlscope settings diff old.crawl new.crawl', 'crawlscope settings diff shop.json'],
  async run(args, io) {
    const [first = '', second] = args.positionals;
    const before = second === undefined ? defaultSettings : await read(first);
    const after = await read(second ?? first);
    const differences = settingDifferences(before, after);
    if (args.has('json')) {
      await io.stdout.write(jsonDocument(differences));
      return exit.done;
    }
    const of = second === undefined ? 'the defaults' : first;
    if (differences.length === 0) {
      await io.stdout.write(`${printable(`The settings of ${second ?? first} are those of ${of}.`)}\n`);
      return exit.done;
    }
    const width = largest(differences.map(({ name }) => textWidth(name)));
    const lines = differences.flatMap(({ name, before: was, after: is }) => [
      `${pad(name, width)}  - ${printable(was)}`,
      `${' '.repeat(width)}  + ${printable(is)}`,
    ]);
    await io.stdout.write(`${printable(`- ${of}   + ${second ?? first}`)}\n${lines.join('\n')}\n`);
    return exit.done;
  },
};
