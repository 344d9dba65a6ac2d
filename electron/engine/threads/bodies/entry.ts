import { MessageChannel, parentPort } from 'node:worker_threads';
import { loadLanguages } from '../../crawl/languages.ts';
import type { BodyAnswer, BodyQuestion } from './body-thread.ts';
import { batchesOf, readBody } from './read-body.ts';

/** The body thread: reads long bodies for the crawl, one after the other, and gives each body back. */

if (!parentPort) throw new Error('The body thread is started by the crawl.');
const crawl = parentPort;
crawl.on('message', async ({ id, work }: BodyQuestion) => {
  await loadLanguages();
  const { facts, items } = readBody(work);
  // All batches wait in this channel. The crawl takes them out one by one.
  const { port1, port2 } = new MessageChannel();
  for (const batch of batchesOf(items)) port1.postMessage(batch);
  const { body } = work.response;
  const answer: BodyAnswer = { id, facts, body, items: port2 };
  crawl.postMessage(answer, [port2, body.buffer as ArrayBuffer]);
});
