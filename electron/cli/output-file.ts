import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { refuseCrawlFile } from '../export/whole-file.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';

/** Options of the commands that write one file. `run.ts` checks the place before it runs such a command. */
export const outputOptions = {
  out: { value: 'FILE', help: 'write to FILE instead of standard output' },
  force: { value: '', help: 'with --out: replace FILE' },
} as const satisfies OptionTable;

/** Whether the file that these options name is checked here. */
export const writesOneFile = (options: OptionTable): boolean => options['force'] === outputOptions.force;

/** Refuses a place where nothing may be written: a folder, a crawl file, or without --force a file that exists. `option`: its name. */
export function checkPlace(args: Arguments, option: string): void {
  const out = args.one(option);
  if (out === undefined) return;
  if (out === '') usage(`--${option} needs the name of a file.`);
  if (!existsSync(dirname(resolve(out)))) usage(`the folder of ${out} does not exist. Create it first, or choose another.`);
  const there = statSync(out, { throwIfNoEntry: false });
  if (there?.isDirectory()) usage(`${out} is a folder; --${option} takes a file.`);
  refuseCrawlFile(out);
  // Devices and pipes are written into.
  if (there?.isFile() && !args.has('force')) usage(`${out} already exists. Choose another name, or replace it with --force.`);
}

const isSame = (a: string, b: string): boolean => existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b);

/** Refuses, before any work, a place where nothing may be written, and the input itself. `name`: of the command. */
export function checkOutput(args: Arguments, name: string): void {
  if (args.has('force') && args.one('out') === undefined && args.one('save-settings') === undefined)
    usage(`${name}: --force only works with --out.`);
  const out = args.one('out') ?? '';
  if (args.positionals.some(input => isSame(input, out)))
    usage(
      `--out ${out} is ${/\.crawl$/i.test(out) ? 'the crawl file itself' : 'the input itself'}. Choose another name${args.has('fix') ? ', or use --in-place to overwrite it' : ''}.`,
    );
  checkPlace(args, 'out');
}
