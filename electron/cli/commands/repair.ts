import { hasLosses, repairLines } from '#shared/explain/repaired.ts';
import { printable } from '../../export/text-width.ts';
import { type Command, jsonOption } from '../command.ts';
import { exit, usage } from '../exit.ts';
import { jsonDocument } from '../json.ts';
import { withProgress } from '../with-progress.ts';
import { requireAnyFile } from '../with-session.ts';

export const repair: Command = {
  name: 'repair',
  summary: 'write a new file with all rows of a damaged crawl file that can be read, and say what is lost',
  takes: 'F.crawl --out FIXED.crawl',
  positionals: { min: 1, max: 1 },
  options: { out: { value: 'FIXED', help: 'the file to write; it must not exist' }, ...jsonOption },
  notes: [
    'The damaged file is only read. The new file has the tables of Crawlscope and nothing else. Rows that refer to lost rows are changed or removed,',
    'and counted. What is wrong with a file, and whether its verdicts still follow from its evidence: crawlscope audit.',
    'Exit codes: 0 nothing is lost, 1 something is lost, 2 nothing can be read, 3 interrupted.',
  ],
  examples: ['crawlscope repair site.crawl --out site-repaired.crawl', 'crawlscope audit site-repaired.crawl'],
  async run(args, io) {
    const [path = ''] = args.positionals;
    const target = args.one('out');
    if (target === undefined) return usage('repair: --out FIXED is missing. See: crawlscope repair --help');
    requireAnyFile(path);
    const { repairInSlices } = await import('#engine/exports/repair.ts');
    const repaired = await withProgress(io, report =>
      repairInSlices(path, target, ({ table, done, total }) =>
        report(total > 0 ? Math.min(1, done / total) : 0, `${path}: ${table === '' ? 'opening' : table}`),
      ),
    );
    if (repaired === null) {
      await io.stderr.write('Cancelled. Nothing was written.\n');
      return exit.unfinished;
    }
    if (args.has('json')) await io.stdout.write(jsonDocument(repaired));
    else for (const line of repairLines(repaired)) await io.stdout.write(`${printable(line)}\n`);
    await io.stderr.write(`Wrote ${target}: ${Math.ceil(repaired.bytes / 1_000_000)} MB. ${path} is as it was.\n`);
    return hasLosses(repaired) ? exit.checkFailed : exit.done;
  },
};
