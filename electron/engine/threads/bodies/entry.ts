import { MessageChannel, parentPort } from 'node:worker_threads';
import { giveBackAll } from '#fetcher/give-back.ts';
import { buffersOf } from './body-bytes.ts';
import type { BodyAnswer, BodyQuestion } from './body-thread.ts';
import { readBody } from './read-body.ts';

/** The body thread: reads long bodies for the crawl, one after the other, and gives each body back. */

if (!parentPort) throw new Error('The body thread is started by the crawl.');
const crawl = parentPort;
let last: Promise<void> = Promise.resolve();
crawl.on('message', ({ id, work }: BodyQuestion) => {
  last = last.then(async () => {
    // All batches wait in this channel. The crawl takes them out one by one.
    const { port1, port2 } = new MessageChannel();
    const facts = await readBody(work, batch => port1.postMessage(batch));
    const { body, held } = work.response;
    const bytes = held === undefined ? { body } : { body, held };
    const answer: BodyAnswer = { id, facts, bytes, items: port2 };
    crawl.postMessage(answer, [port2, ...buffersOf(bytes)]);
    if (held) giveBackAll();
  });
});
