import { parentPort, workerData } from 'node:worker_threads';
import { createServer } from '#shared/rpc/server.ts';
import type { ToHost } from '#shared/rpc/types.ts';
import { keepUpperPages, openDatabase } from '#storage/file/database.ts';
import type { IssueCalls } from '../audit/issues.ts';
import { ComparedCrawls, type FileCalls } from '../compare/compared-crawls.ts';
import { Trends } from '../compare/trends.ts';
import type { ExportCalls } from '../exports/exports.ts';
import { inWords } from '../session/in-words.ts';
import { stopSlices } from '../threads/slices.ts';
import { readHandlers } from './handlers.ts';
import { openReads } from './reads.ts';

/** The reader thread: one read-only connection to the open crawl file. It receives calls over its port. `reader.ts` starts it. */

if (!parentPort) throw new Error('The engine starts the reader thread.');
const port = parentPort;
const { path } = workerData as { readonly path: string };
const db = openDatabase(path, { readOnly: true });
keepUpperPages(db, path);
const compared = new ComparedCrawls(path);
const trends = new Trends();
const { handlers: read, exports, issues } = readHandlers(openReads(db), compared, trends);
const named: FileCalls & ExportCalls & IssueCalls = {
  'file.compare': wanted => compared.open(wanted.path),
  'file.saveComparison': wanted => compared.save(wanted),
  'file.takeMapping': wanted => compared.takeMapping(wanted.path),
  'file.trend': files => trends.start(files, path),
  'file.saveMapping': wanted => compared.saveMapping(wanted.path),
  'issues.useSettings': settings => issues.useSettings(settings),
  'issues.setBaseline': ({ path: baseline }) => issues.start({ baseline, again: true }),
  'file.export': ({ path: target, wish }) => exports.start(target, wish),
  'file.har': ({ path: target, filter }) => exports.startHar(target, filter),
  'file.graphml': ({ path: target }) => exports.startGraphml(target),
  'file.unpack': ({ path: target }) => exports.startUnpacking(target),
  'file.snapshot': ({ path: target }) => exports.startCopying(target),
  'file.makeSitemap': ({ path: target, wish }) => exports.startSitemap(target, wish),
};
const handlers = new Map(Object.entries(inWords({ ...read, ...named }, path))) as ReadonlyMap<string, (input: never) => unknown>;
const serve = createServer(
  handlers,
  message => port.postMessage(message),
  error => console.error(error),
);

port.on('message', (message: ToHost | { readonly kind: 'close' }) => {
  if (message.kind === 'call') {
    void serve(message);
    return;
  }
  stopSlices();
  compared.close();
  db.close();
  port.close();
});
