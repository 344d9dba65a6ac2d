/** What a crawl sends to one origin besides the usual header lines. Values of credentials are never part of the settings. */

/** A header line that is no secret. It is stored with the settings and in the journal. */
export interface OwnHeader {
  /** The origin that gets it, as `URL.origin` spells it; '' for the origins of the start URLs. */
  readonly origin: string;
  readonly name: string;
  readonly value: string;
}

/**
 * `basic`: RFC 7617, `bearer`: RFC 6750, `cookie`: a Cookie header of the user (RFC 6265 section 4.2), `certificate`: a client certificate
 * (RFC 8446 section 4.4.2), `proxy`: user name and password of the proxy, whose address is the origin (RFC 9110 section 11.7), `login`: the
 * values of a login form.
 */
export const credentialKinds = ['basic', 'bearer', 'cookie', 'certificate', 'proxy', 'login'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** A credential without its value: all that a crawl file records of it. */
export interface CredentialUse {
  readonly kind: CredentialKind;
  /** The only origin that gets it, as `URL.origin` spells it. Another scheme or port is another origin. */
  readonly origin: string;
}

/** A form that a crawl logs in with before it starts. The values of its fields are a credential of kind `login`. */
export interface LoginForm {
  /** The page of the form. */
  readonly url: string;
  /** The names of the fields that get a value. */
  readonly fields: readonly string[];
}

/** A credential with its value. It exists in memory, and in the system's key store if the user wishes. */
export interface Secret extends CredentialUse {
  /**
   * `basic` and `proxy`: user name, colon, password. `bearer`: the token. `cookie`: `name=value; name=value`. `certificate`: the
   * certificate, the ones between it and the root, and the private key, in PEM (RFC 7468). `login`: see `loginValue`.
   */
  readonly value: string;
  /** Of the private key, if it is encrypted. */
  readonly passphrase?: string | undefined;
}

/** A credential as entered in the window. Null: the value that the key store has. */
export interface TypedSecret extends CredentialUse {
  readonly value: string | null;
  readonly passphrase?: string | undefined;
}

export const mostHeaders = 50;
export const longestHeaderName = 100;
export const longestHeaderValue = 4_096;
export const mostCredentials = 50;
/** Servers commonly accept header lines of 8 KiB. */
export const longestSecret = 8_000;
/** A certificate with its key and chain, or all extra certificates of a crawl. */
export const longestPem = 64_000;
export const mostCertificates = 20;
export const longestOrigin = 300;

/** Identifies a credential. */
export const credentialKey = ({ kind, origin }: CredentialUse): string => `${kind} ${origin}`;

/** Splits `Name: value` or `https://example.com Name: value`. Null without a colon after a name. */
export function readHeaderLine(text: string): OwnHeader | null {
  const [, origin = '', name, value] = /^(?:(https?:\/\/\S+)\s+)?([^\s:]+)[ \t]*:(.*)$/is.exec(text.trim()) ?? [];
  return name === undefined || value === undefined ? null : { origin: plainOrigin(origin), name, value: value.trim() };
}

/** The reverse of `readHeaderLine`. */
export const headerLine = ({ origin, name, value }: OwnHeader): string => `${origin === '' ? '' : `${origin} `}${name}: ${value}`;

/** The origin of a URL as it is typed: `HTTPS://Example.com:443/` is `https://example.com`. Text that is no URL stays as it is. */
export function plainOrigin(text: string): string {
  try {
    return new URL(text).origin;
  } catch (error) {
    if (error instanceof TypeError) return text;
    throw error;
  }
}
