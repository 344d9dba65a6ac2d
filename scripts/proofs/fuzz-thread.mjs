// A part of the inputs of fuzz.mjs, on a thread of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { runFuzz } from '../../test/support/proof/fuzz.ts';

const { counts, failures } = runFuzz(workerData, done => parentPort.postMessage({ done }));
parentPort.postMessage({ result: { counts, failures } });
