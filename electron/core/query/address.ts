import type { ResponseTerm } from './term.ts';

/** An IP address in its usual spelling, as sockets name it; null for anything else. An IPv6 address may be in brackets. */
function addressIn(text: string): string | null {
  const numbers = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (numbers !== undefined) return numbers.every(number => number <= 255) ? numbers.join('.') : null;
  const inside = /^\[?([\da-f:.]*:[\da-f:.]*)\]?$/i.exec(text)?.[1];
  if (inside === undefined) return null;
  try {
    return new URL(`http://[${inside}]/`).hostname.slice(1, -1);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** At least one whole part of an address, then a star. */
const beginning = /^(?:\d{1,3}\.[\d.]*|[\da-f]{0,4}:[\da-f:.]*)\*$/i;

/** One address, or all addresses with this beginning: `192.0.2.1`, `192.0.2.*`. Null for anything else. */
export function addressPattern(written: string): ResponseTerm['patterns'][number] | null {
  const address = addressIn(written);
  if (address !== null) return { match: 'exact', value: address };
  return beginning.test(written) ? { match: 'prefix', value: written.slice(0, -1).toLowerCase() } : null;
}
