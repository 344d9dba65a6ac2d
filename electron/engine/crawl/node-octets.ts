import { isUtf8 } from 'node:buffer';
import { type OctetDecoder, wideSpaces } from '#core/html/octets.ts';
import type { PageMachine } from '#core/html/page-machine.ts';
import { startMachine } from '../wasm/machine.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

let machine: PageMachine | null | undefined;

/**
 * Node copies and checks bytes in a fraction of the time that TextDecoder takes, and runs the loops over every character as WebAssembly:
 * one machine for each thread, started for its first page.
 */
export const nodeOctets: OctetDecoder = {
  text,
  isUtf8,
  wideSpaces: wideSpaces(text),
  get machine() {
    if (machine === undefined) machine = startedOrNull();
    return machine;
  },
};

function startedOrNull(): PageMachine | null {
  try {
    return startMachine();
  } catch {
    // An old processor, or a limit of address space: JavaScript reads the pages, with the same facts.
    return null;
  }
}
