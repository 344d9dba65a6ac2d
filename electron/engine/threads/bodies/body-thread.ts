import type { MessagePort, Worker } from 'node:worker_threads';
import type { Steps } from '#core/steps.ts';
import { startSmallThread, threads } from '../start-thread.ts';
import { type BodyBytes, buffersOf } from './body-bytes.ts';
import type { BodyFacts, BodyItem, BodyWork } from './read-body.ts';

/** Bodies up to this length, in bytes, are read on the crawl's thread: at most some 50 ms of work each. `prepareSitemap` reads some longer ones there. */
export const longestOnCrawlThread = 512 * 1024;

/** How long an idle thread stays for the next body. */
const idleMs = 5_000;

export interface BodyQuestion {
  readonly id: number;
  readonly work: BodyWork;
}
export interface BodyAnswer {
  readonly id: number;
  readonly facts: BodyFacts;
  readonly bytes: BodyBytes;
  readonly items: MessagePort;
}

/** A body that was read elsewhere. */
export interface ReadElsewhere {
  readonly facts: BodyFacts;
  readonly bytes: BodyBytes;
  /** Takes over the links or entries, batch by batch. Call it or `items`, once. */
  batches<T extends BodyItem>(): Generator<readonly T[], void, void>;
  /** Takes over all links or entries, a batch a step. Yields how many there are so far. */
  items<T extends BodyItem>(): Steps<readonly T[]>;
  /** Lets go of what was not taken over. Without this, it stays in memory until the thread ends. */
  close(): void;
}

interface Waiting {
  resolve(read: ReadElsewhere): void;
  reject(error: unknown): void;
}

/**
 * Reads long bodies on a separate thread, because parsing, decompression, compression and hashing take time in
 * proportion to the size of a body that a stranger wrote. The thread starts with the first long body and ends when it
 * is idle.
 */
export class BodyThread {
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #idle: NodeJS.Timeout | null = null;

  /** Transfers the body to the thread; the result returns it. Rejects if the thread fails. */
  read(work: BodyWork): Promise<ReadElsewhere> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    const id = ++this.#lastId;
    const { held } = work.response;
    const body = ownBytes(work.response.body);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const question: BodyQuestion = { id, work: { ...work, response: { ...work.response, body } } };
      worker.postMessage(question, buffersOf({ body, held }));
    });
  }

  /** Ends the thread. Bodies it still reads are refused. */
  close(): void {
    if (this.#idle) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#gone(new Error('The crawl ended.'));
    void worker?.terminate();
  }

  #start(): Worker {
    const worker = startSmallThread('bodies/entry.ts', 'bodies.cjs', { name: 'bodies' });
    worker.on('message', (answer: BodyAnswer) => this.#answered(answer));
    const gone = (error: unknown) => {
      if (this.#worker === worker) this.#gone(error);
    };
    worker.on('error', gone);
    worker.on('exit', code => gone(new Error(`The thread that reads long bodies ended (${code}).`)));
    return worker;
  }

  #answered({ id, facts, bytes, items }: BodyAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      this.#worker?.unref();
      this.#idle = setTimeout(() => this.close(), idleMs).unref();
    }
    waiting?.resolve({
      facts,
      bytes,
      batches: () => batchesFrom(items),
      items: () => itemsFrom(items),
      close: () => items.close(),
    });
  }

  #gone(error: unknown): void {
    this.#worker = null;
    this.#idle = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function* batchesFrom<T extends BodyItem>(port: MessagePort): Generator<readonly T[], void, void> {
  const { receiveMessageOnPort } = threads();
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) yield next.message as readonly T[];
  port.close();
}

function* itemsFrom<T extends BodyItem>(port: MessagePort): Steps<readonly T[]> {
  const items: T[] = [];
  for (const batch of batchesFrom<T>(port)) {
    for (const item of batch) items.push(item);
    yield items.length;
  }
  return items;
}

/** Bytes that fill their whole buffer, so that it can be transferred without a copy. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength;
  return isWhole ? new Uint8Array(bytes.buffer as ArrayBuffer) : new Uint8Array(bytes);
}
