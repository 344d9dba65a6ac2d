import { didYouMean } from '#core/query/near.ts';
import {
  type ExportPreset,
  type ExportPresetId,
  exportPreset,
  exportPresetIds,
  exportPresets,
} from '#shared/model/export-presets.ts';
import type { Cell } from '../../export/cell.ts';
import type { Arguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { type ExitCode, exit, usage } from '../exit.ts';
import type { Io } from '../io.ts';
import { columnsOf, listOptions, readListOptions, take, writeList } from '../lists.ts';
import { withListSession } from '../with-session.ts';
import { writeOut } from '../write-out.ts';

function chosenPreset(args: Arguments): ExportPreset & { readonly id: ExportPresetId } {
  const id = args.one('preset');
  const known = `Exports: ${exportPresetIds.join(', ')}, har.`;
  if (id === undefined) return usage(`export: --preset is missing. ${known}`);
  return exportPreset(id) ?? usage(`there is no export “${id}”.${didYouMean(id, exportPresetIds)} ${known}`);
}

function* presetRows(): Generator<readonly Cell[]> {
  for (const { id, label, about, columns } of exportPresets) yield [id, label, about, columns.map(({ name }) => name).join(',')];
}

/** A document, not a table. */
async function writeHar(args: Arguments, io: Io, path: string | undefined): Promise<ExitCode> {
  if (path === undefined) return usage('export: it needs F.crawl; nothing was given. See: crawlscope export --help');
  for (const option of ['format', 'json', 'limit'] as const)
    if (args.has(option)) return usage(`--${option} does not go with --preset har, which is one JSON document.`);
  const out = args.one('out');
  if (out === '') return usage('--out needs the name of a file.');
  return await withListSession(io, path, async session => {
    await writeOut(io, out, session.har(args.one('where') ?? ''));
    return exit.done;
  });
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'write a bulk export: all rows of one of the lists below',
  takes: 'F.crawl',
  positionals: { min: 0, max: 1 },
  options: {
    preset: { value: 'ID', help: 'which list; --list shows all' },
    where: { value: 'FILTER', help: 'with --preset har: only the requests for these URLs' },
    list: { value: '', help: 'list the exports with their columns; needs no file' },
    ...listOptions,
  },
  notes: [
    'Exports:',
    ...exportPresets.map(({ id, about }) => `  ${id.padEnd(22)}${about}`),
    '  har                   The requests as HTTP Archive (HAR 1.2), with headers and times, without bodies, cookies and credentials.',
    'For URLs by filter and columns, see crawlscope urls.',
  ],
  examples: [
    'crawlscope export site.crawl --preset links-to-4xx --format csv --out broken.csv',
    'crawlscope export site.crawl --preset redirect-chains --out chains.xlsx',
    'crawlscope export site.crawl --preset har --where status:>=500 --out errors.har',
    'crawlscope export --list',
  ],
  async run(args, io) {
    const [path] = args.positionals;
    if (args.one('preset') === 'har' && !args.has('list')) return await writeHar(args, io, path);
    if (args.has('where')) return usage('--where goes with --preset har. For lists of URLs: crawlscope urls --where FILTER');
    const list = readListOptions(args, io, path ?? null);
    if (args.has('list')) {
      if (path !== undefined || args.has('preset')) return usage('export: --list takes no file and no --preset.');
      const columns = columnsOf(['id', 'label', 'about', 'columns'], 'text');
      await writeList(io, list, { columns, rows: take(presetRows(), list.limit), sheet: 'Exports' });
      return exit.done;
    }
    const { id, label, columns } = chosenPreset(args);
    if (path === undefined) return usage('export: it needs F.crawl; nothing was given. See: crawlscope export --help');
    return await withListSession(io, path, async session => {
      function* rows(): Generator<readonly Cell[]> {
        for (const part of session.preset(id)) yield* part.rows;
      }
      await writeList(io, list, { columns, rows: take(rows(), list.limit), sheet: label });
      return exit.done;
    });
  },
};
