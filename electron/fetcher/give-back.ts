import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collector = (options?: { readonly type: 'minor' | 'major' }) => void;

let collector: Collector | null = null;

function collect(type: 'minor' | 'major'): void {
  if (collector === null) {
    // Only a context that is made while the flag is set knows the collector.
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as Collector;
    setFlagsFromString('--no-expose-gc');
  }
  collector({ type });
}

/**
 * Gives the buffers back that came since the last collection and are not used any more, in about a millisecond. V8 does not count the bytes
 * of buffers when it decides to collect: those that a socket or a decoder fills take as much memory as the body that came in them.
 */
export const giveBackBuffers = (): void => collect('minor');

/** Gives all memory of this thread back that is not used any more. */
export const giveBackAll = (): void => collect('major');

/** Old runtimes of Electron cannot give a buffer back before it is collected. */
type Releasable = ArrayBufferLike & { readonly transfer?: (bytes: number) => unknown };

/** Small buffers are parts of a shared one, which has at most so many bytes. */
const POOL_BYTES = 64 * 1024;

/** Gives the buffer of bytes back that nobody else has. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer.byteLength > POOL_BYTES) (buffer as Releasable).transfer?.(0);
}
