export type ExternalUrl =
  | { readonly kind: 'web'; readonly href: string; readonly host: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Longest address passed to the operating system, in characters after serialisation. */
export const maxExternalLength = 2_048;

/**
 * Control, format and separator characters: they hide or reorder what the confirmation shows. All of Unicode's Cc, Cf
 * (bidirectional marks, zero-width characters, byte order mark), Zl, Zp and lone surrogates.
 */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const refused = (problem: string): ExternalUrl => ({ kind: 'refused', problem });

/** Decides whether the system browser may open an address from a crawl, and returns its normalized form. */
export function judgeExternalUrl(text: string): ExternalUrl {
  if (text.length > maxExternalLength) return refused(`The address is longer than ${maxExternalLength} characters.`);
  if (deceptive.test(text)) return refused('The address contains invisible or control characters.');
  let url: URL;
  try {
    url = new URL(text);
  } catch (_notAnUrl) {
    return refused('This is not a complete HTTP URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('Only http and https addresses open in the browser.');
  if (url.username !== '' || url.password !== '') return refused('The address contains a user name or password.');
  if (url.hostname === '') return refused('The address has no host name.');
  if (url.href.length > maxExternalLength) return refused(`The address is longer than ${maxExternalLength} characters.`);
  return { kind: 'web', href: url.href, host: url.host };
}
