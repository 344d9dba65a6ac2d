/** Parameters of Punycode for IDNA (RFC 3492, section 5). */
const base = 36;
const [least, most, skew, damp] = [1, 26, 38, 700];
const [firstBias, firstCode] = [72, 128];
const longestLabel = 63;
const greatestCode = 0x10ffff;

/** Letters, marks, digits and symbols. Spaces, controls, signs of direction and ASCII keep their escapes, so that it stays one readable URL. */
const readable = /[^\x00-\x7f\p{C}\p{Z}]/u;

/** RFC 3492, section 6.1. */
function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? damp : 2));
  left += Math.floor(left / length);
  let k = 0;
  for (; left > ((base - least) * most) / 2; k += base) left = Math.floor(left / (base - least));
  return k + Math.floor(((base - least + 1) * left) / (left + skew));
}

function digitOf(c: string): number {
  if (c >= 'a' && c <= 'z') return c.charCodeAt(0) - 97;
  return c >= '0' && c <= '9' ? c.charCodeAt(0) - 22 : base;
}

/** Decodes a label after xn-- (RFC 3492, section 6.2); null if it is none. */
function decodedLabel(text: string): string | null {
  const dash = text.lastIndexOf('-');
  const codes = [...text.slice(0, Math.max(0, dash))].map(c => c.charCodeAt(0));
  let [n, i, bias] = [firstCode, 0, firstBias];
  for (let at = dash < 0 ? 0 : dash + 1; at < text.length; ) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text[at++] ?? '');
      if (digit >= base) return null;
      i += digit * weight;
      const t = Math.min(Math.max(k - bias, least), most);
      if (digit < t) break;
      weight *= base - t;
      if (weight > 2 ** 31 || i > 2 ** 31) return null;
    }
    bias = adapted(i - before, codes.length + 1, before === 0);
    n += Math.floor(i / (codes.length + 1));
    i %= codes.length + 1;
    if (n > greatestCode) return null;
    codes.splice(i++, 0, n);
  }
  const shown = String.fromCodePoint(...codes);
  const special = [...shown].filter(c => c > '\x7f');
  // A label of ASCII alone, or one with letters that cannot be seen, would look like another host.
  return special.length > 0 && special.every(c => readable.test(c)) ? shown : null;
}

/** A host name with the labels that begin with xn-- in Unicode. A label that cannot be decoded stays. */
export const unicodeHost = (host: string): string =>
  host.replace(/(?<![^.])xn--([a-z0-9-]{1,63})(?![^.])/gi, (label, encoded: string) =>
    label.length > longestLabel ? label : (decodedLabel(encoded.toLowerCase()) ?? label),
  );

/** Percent-encoded UTF-8 decoded; what is not valid UTF-8 stays. */
function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch (error) {
    if (error instanceof URIError) return run;
    throw error;
  }
}

const hostOf = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)([^/?#:[]+)/i;
/**
 * A URL as people read it: the host in Unicode, and letters beyond ASCII without their escapes. To show it, not to request it. The same
 * text where nothing is encoded.
 */
export function readableUrl(url: string): string {
  const named =
    url.includes('xn--') || url.includes('XN--')
      ? url.replace(hostOf, (_, start: string, host: string) => start + unicodeHost(host))
      : url;
  if (!named.includes('%')) return named;
  return named.replace(/(?:%[89a-f][0-9a-f])+/gi, run =>
    [...decodedRun(run)].map(c => (readable.test(c) || run.includes(c) ? c : encodeURIComponent(c))).join(''),
  );
}
