import { type ScoreMachine, scorePlace } from '#core/text/score-machine.ts';
import { languageBytes } from './language-bytes.ts';
import { optimizedSoon } from './optimize-later.ts';

/** V8 would optimize the loop that makes the table, which runs once. Scores reach this sum after some pages. */
const afterTable = 60_000_000;

type Exports = Pick<ScoreMachine, 'build' | 'normalize' | 'score'> & { readonly memory: WebAssembly.Memory };

/** Starts the loops of wasm/language.ts with 2 MiB of memory; null for an old processor, or without address space: JavaScript gives the same answers. */
export function startScores(): ScoreMachine | null {
  const machine: Pick<ScoreMachine, 'letter'> = {
    letter() {
      throw new Error('the machine was asked before it had its table');
    },
  };
  try {
    const module = optimizedSoon(() => new WebAssembly.Module(Buffer.from(languageBytes, 'base64')), afterTable);
    const { exports } = new WebAssembly.Instance(module, {
      'language-host': { letter: (unit: number) => machine.letter(unit) },
    });
    const { memory, ...loops } = exports as unknown as Exports;
    const { buffer } = memory;
    return Object.assign(machine, loops, {
      units: new Uint16Array(buffer),
      sums: new Int32Array(buffer, scorePlace.sums, 60),
      write: (base64: string) => void Buffer.from(buffer).write(base64, scorePlace.data, 'base64'),
    });
  } catch {
    return null;
  }
}
