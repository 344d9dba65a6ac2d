// The last line of a proof, which `npm run trust` reads.

/** Seeded numbers from 0 to 1 (mulberry32): a seed gives the same ones each time. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The value of an option that is a whole number from `least`; ends the process with one line if it is not. */
export function wholeNumber(name, value, least = 1) {
  const number = Number(value);
  if (Number.isInteger(number) && number >= least) return number;
  process.stderr.write(`--${name} is a whole number from ${least}, not ${value}.\n`);
  process.exit(2);
}

/**
 * Prints what was tried and what went wrong as the last line, and sets the exit code. `count`: how many were tried; `wrong`: how many of
 * them failed; `notes`: further figures by name.
 */
export function printFigures(count, wrong, notes = {}) {
  process.stdout.write(`figures ${JSON.stringify({ count, wrong, ...notes })}\n`);
  process.exitCode = wrong === 0 && count > 0 ? 0 : 1;
}
