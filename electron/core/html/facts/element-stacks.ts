import { TAG_COUNT } from '../names.ts';

/** Open elements beyond this depth are not remembered, as browsers limit theirs. */
export const deepest = 512;

/** Bytes of `stacksIn`. */
const size = 0x2c0c;

/** What is known of each open element, by its depth, and how often names and elements are open. electron/wasm/elements.ts has the same places. */
export const stacksIn = (buffer: ArrayBuffer, at: number) => ({
  ids: new Int16Array(buffer, at, deepest),
  hashes: new Int32Array(buffer, at + 0x400, deepest),
  starts: new Int32Array(buffer, at + 0xc00, deepest),
  nameEnds: new Int32Array(buffer, at + 0x1400, deepest),
  paths: new Int32Array(buffer, at + 0x1c00, deepest),
  zones: new Uint8Array(buffer, at + 0x2400, deepest),
  areas: new Uint8Array(buffer, at + 0x2600, deepest),
  /** Open elements by the low bits of their name's hash: tells at once that a name is not open. */
  named: new Uint16Array(buffer, at + 0x2800, 256),
  open: new Uint16Array(buffer, at + 0x2a00, TAG_COUNT),
  /** How many are open, how many were opened, and the greatest depth. */
  sizes: new Int32Array(buffer, at + 0x2c00, 3),
});
export type Stacks = ReturnType<typeof stacksIn>;

export const newStacks = (): Stacks => stacksIn(new ArrayBuffer(size), 0);
