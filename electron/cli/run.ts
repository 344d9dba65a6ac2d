import { didYouMean } from '#core/query/near.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { readArguments } from './arguments.ts';
import { type ExitCode, endingOf, exit, usage } from './exit.ts';
import { commandHelp, familyHelp, overview } from './help.ts';
import { type Io, ReaderGone } from './io.ts';
import { checkOutput, writesOneFile } from './output-file.ts';
import { type Entry, entries } from './registry.ts';
import { version } from './version.ts';

/** Finds the command in the first three, two or one words. */
function find(argv: readonly string[]): { entry: Entry; rest: readonly string[] } {
  const [first = '', second = ''] = argv;
  const named = (words: number) => entries.find(({ name }) => name === argv.slice(0, words).join(' '));
  // A longer family comes first: the first word of “issues ignore add” is a command too.
  for (const words of [3, 2, 1]) {
    const entry = named(words);
    if (entry) return { entry, rest: argv.slice(words) };
    refuseFamily(words === 2 ? `${first} ${second}` : '');
  }
  refuseFamily(first);
  if (first.startsWith('-')) return usage(`the command comes first, before ${first}. See: crawlscope --help`);
  return usage(
    `there is no command “${first}”.${didYouMean(
      first,
      entries.map(entry => entry.name),
    )} See: crawlscope --help`,
  );
}

/** Refuses a name that is only the start of other command names. */
function refuseFamily(family: string): void {
  const members = family === '' ? [] : entries.filter(({ name }) => name.startsWith(`${family} `));
  const verbs = members.map(({ name }) => name.slice(family.length + 1));
  if (verbs.length > 0) usage(`${family}: it needs one of: ${verbs.join(', ')}. See: crawlscope ${family} --help`);
}

async function perform(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [first] = argv;
  if (first === undefined) {
    await io.stdout.write(overview());
    return usage('no command given. See: crawlscope --help');
  }
  if (first === '--version' || first === '-V') {
    await io.stdout.write(`crawlscope ${version()}\n`);
    return exit.done;
  }
  const asksHelp = first === 'help' || argv.includes('--help') || argv.includes('-h');
  const words = argv.filter(word => word !== '--help' && word !== '-h').slice(first === 'help' ? 1 : 0);
  const only = words.join(' ');
  const isFamily = !entries.some(({ name }) => name === only) && entries.some(({ name }) => name.startsWith(`${only} `));
  if (asksHelp && (words.length === 0 || isFamily)) {
    await io.stdout.write(isFamily ? familyHelp(only) : overview());
    return exit.done;
  }
  const { entry, rest } = find(asksHelp ? words : argv);
  const command = await entry.load();
  if (asksHelp) {
    await io.stdout.write(commandHelp(command));
    return exit.done;
  }
  const args = readArguments(command, rest);
  if (writesOneFile(command.options)) checkOutput(args, command.name);
  return await command.run(args, io);
}

/** The error to report: a fault may be caused by a crawl file of the command line whose values have wrong types. */
async function ofFiles(error: unknown, argv: readonly string[]): Promise<unknown> {
  // Errors of the system name their own cause.
  if (error instanceof Error && 'code' in error) return error;
  const { errorOfFile, isDatabaseFile } = await import('#engine/session/file-kind.ts');
  return argv.filter(isReadable(isDatabaseFile)).reduce((known, path) => errorOfFile(known, path), error);
}

/** A word that cannot be looked up as a path names no crawl file. */
const isReadable =
  (isDatabase: (path: string) => boolean) =>
  (word: string): boolean => {
    try {
      return isDatabase(word);
    } catch (error) {
      if (error instanceof Error) return false;
      throw error;
    }
  };

/** Runs one command line. Never throws: every ending is an exit code, and one line on stderr when it is not 0. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await perform(argv, io);
  } catch (error) {
    if (error instanceof ReaderGone) return exit.done;
    const { message, code } = endingOf(error instanceof RpcError ? error : await ofFiles(error, argv));
    try {
      await io.stderr.write(`crawlscope: ${message}\n`);
    } catch (gone) {
      if (!(gone instanceof ReaderGone)) throw gone;
    }
    return code;
  }
}
