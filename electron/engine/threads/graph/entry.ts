import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls, progressTo } from '../answering.ts';
import { GraphedCrawl } from './graphed-crawl.ts';

/** The graph thread: reads the links of the open crawl file on a read-only connection of its own, and keeps them for lists. */

if (!parentPort) throw new Error('The reader starts the graph thread.');
const { path } = workerData as { readonly path: string };
answerCalls(parentPort, new GraphedCrawl(path, progressTo(parentPort)));
