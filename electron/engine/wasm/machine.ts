import type { MachineHost, PageMachine } from '#core/html/page-machine.ts';
import { wasmBytes } from './bytes.ts';
import { optimizedSoon } from './optimize-later.ts';

type Exports = Omit<PageMachine, 'bytes' | 'units' | 'numbers' | 'host' | 'closed' | 'base64' | 'utf16'> & {
  readonly memory: WebAssembly.Memory;
};

const unanswered = (): never => {
  throw new Error('the machine was asked before a page was opened');
};
const nobody: MachineHost = {
  learn: unanswered,
  reference: unanswered,
  phrase: unanswered,
  notice: unanswered,
  sentenceEnds: unanswered,
};

/**
 * Starts the loops of wasm/, in less than a millisecond. Throws WebAssembly.CompileError where the processor knows no SIMD, RangeError where
 * there is no address space for the memory.
 */
export function startMachine(): PageMachine {
  const machine: Pick<PageMachine, 'host' | 'closed'> = { host: nobody, closed: unanswered };
  const module = optimizedSoon(() => new WebAssembly.Module(Buffer.from(wasmBytes, 'base64')));
  const { exports } = new WebAssembly.Instance(module, {
    host: {
      learn: (unit: number) => machine.host.learn(unit),
      reference: (at: number) => machine.host.reference(at),
      phrase: (at: number, pair: number) => machine.host.phrase(at, pair),
      notice: (at: number, length: number) => machine.host.notice(at, length),
      sentenceEnds: (after: number, next: number) => machine.host.sentenceEnds(after, next),
      closed: (id: number, start: number, end: number) => machine.closed(id, start, end),
    },
  });
  const { memory, ...loops } = exports as unknown as Exports;
  const { buffer } = memory;
  const octets = Buffer.from(buffer);
  return Object.assign(machine, loops, {
    bytes: new Uint8Array(buffer),
    units: new Uint16Array(buffer),
    numbers: new Int32Array(buffer),
    base64: (start: number, end: number) => octets.toString('base64', start, end),
    utf16: (start: number, end: number) => octets.toString('utf16le', start, end),
  });
}
