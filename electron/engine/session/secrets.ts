import { ownHeadersBy } from '#core/requests/own-headers.ts';
import { secretProblem, storableHeaders } from '#core/requests/secret-values.ts';
import type { ClientCertificate } from '#fetcher/connection.ts';
import { type HttpProxy, proxyOf } from '#fetcher/proxy.ts';
import { credentialList, credentialOption, credentialWords } from '#shared/explain/credentials.ts';
import { loginFields } from '#shared/login-fields.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import { type CredentialUse, credentialKey, plainOrigin, type Secret } from '#shared/model/credentials.ts';
import type { Fetcher, FetchFailure, FetchOutcome, Headers } from '#shared/model/fetch.ts';
import { fail } from '#shared/rpc/errors.ts';
import { readClientCertificate } from './client-certificate.ts';
import { FormLogin } from './login.ts';

/**
 * The values of credentials, in the memory of one session. They go into requests to their origin and nowhere else: not into the crawl
 * file, the journal, messages or errors.
 */
export class Secrets {
  readonly #values = new Map<string, string>();
  readonly #logins = new Map<string, FormLogin>();
  /** By origin, with decrypted keys. */
  readonly #certificates = new Map<string, ClientCertificate>();

  /** Adds or replaces values. Throws `bad_request`, which does not quote the value, for one that cannot be sent. */
  give(secrets: readonly Secret[]): void {
    for (const secret of secrets) {
      const problem = secretProblem(secret.kind, secret.value);
      if (problem !== '') fail('bad_request', `${credentialWords(secret)}: ${problem}`);
    }
    const certificates = secrets
      .filter(({ kind }) => kind === 'certificate')
      .map(secret => [secret, readClientCertificate(secret)] as const);
    for (const [secret, read] of certificates)
      if (typeof read === 'string') fail('bad_request', `${credentialWords(secret)}: ${read}`);
    for (const secret of secrets) this.#values.set(credentialKey(secret), secret.value);
    for (const [{ origin }, read] of certificates) if (typeof read !== 'string') this.#certificates.set(origin, read);
  }

  /** The credentials of these settings that have no value. */
  missing({ credentials }: Pick<CrawlSettings, 'credentials'>): readonly CredentialUse[] {
    return credentials.filter(use => !this.#values.has(credentialKey(use)));
  }

  /** Throws `refused` if a credential of these settings has no value: without it, the site's pages would be recorded as forbidden. */
  require(settings: Pick<CrawlSettings, 'credentials'>, fileName: string): void {
    const missing = this.missing(settings);
    const [first] = missing;
    if (first === undefined) return;
    fail(
      'refused',
      `${fileName} needs credentials, which are never stored: ${credentialList(missing)}. Enter them again (command line: ${credentialOption(first)}${first.kind === 'certificate' ? '' : ', where NAME is an environment variable'}), or continue without them (--no-auth).`,
    );
  }

  /** The header lines that a crawl with these settings sends to a path of an origin. */
  headers(settings: CrawlSettings): (origin: string, path: string) => Headers {
    // The cookies of a login change, and differ by path.
    const credentials = settings.credentials.filter(({ kind }) => kind !== 'login');
    const lines = ownHeadersBy({ ...settings, credentials }, use => this.#line(use));
    const login = this.login(settings);
    return (origin, path) => {
      const cookies = login?.origin === origin ? login.cookies(path, Date.now()) : '';
      return cookies === '' ? lines(origin) : [...lines(origin), ['cookie', cookies]];
    };
  }

  /** The login of these settings, the same for the same form; null for none. */
  login({ login }: Pick<CrawlSettings, 'login'>): FormLogin | null {
    if (login === null) return null;
    const key = JSON.stringify(login);
    const known = this.#logins.get(key) ?? new FormLogin(login);
    this.#logins.set(key, known);
    return known;
  }

  /** The value of a credential that `require` has found. */
  valueOf(use: CredentialUse): string {
    return this.#values.get(credentialKey(use)) ?? '';
  }

  /** The client certificate for an origin of these settings, null for none. */
  certificates({ credentials }: Pick<CrawlSettings, 'credentials'>): (origin: string) => ClientCertificate | null {
    const origins = new Set(credentials.filter(({ kind }) => kind === 'certificate').map(({ origin }) => origin));
    return origin => (origins.has(origin) ? (this.#certificates.get(origin) ?? null) : null);
  }

  /** The proxy of these settings, null for none. */
  proxy({ proxy, credentials }: Pick<CrawlSettings, 'proxy' | 'credentials'>): HttpProxy | null {
    const use = credentials.find(({ kind, origin }) => kind === 'proxy' && origin === plainOrigin(proxy));
    return proxyOf(proxy, use ? this.#line(use) : null);
  }

  /** The value of the credential's header line: RFC 7617 section 2, RFC 6750 section 2.1, RFC 6265 section 4.2. */
  #line(use: CredentialUse): string {
    const value = this.#values.get(credentialKey(use)) ?? '';
    if (use.kind === 'basic' || use.kind === 'proxy') return `Basic ${base64(value)}`;
    return use.kind === 'bearer' ? `Bearer ${value}` : value;
  }

  /**
   * A fetcher whose outcomes contain no secret in their headers, and which keeps the cookies of a login. `onLost` is called once the
   * login works no more; that response and those after it count as cancelled, so that their URLs are requested again.
   */
  keepOut(
    fetcher: Fetcher,
    settings: Pick<CrawlSettings, 'credentials' | 'login'>,
    onLost: (why: string, url: string) => void,
  ): Fetcher {
    const { credentials } = settings;
    if (credentials.length === 0) return fetcher;
    const origins = new Set(credentials.map(({ origin }) => origin));
    const texts = credentials.flatMap(use => this.#texts(use));
    const login = this.login(settings);
    return {
      fetch: async (request, limits, signal) => {
        const outcome = await fetcher.fetch(request, limits, signal);
        const { origin } = new URL(request.url);
        if (!origins.has(origin)) return outcome;
        if (login?.origin === origin) login.take(request.url, outcome, Date.now());
        const stored = { ...outcome, headers: storableHeaders(outcome.headers, [...texts, ...(login?.secrets() ?? [])]) };
        const why = login?.origin === origin && !/\/robots\.txt$/.test(request.url) ? login.lostBy(request.url, outcome) : '';
        if (why === '') return stored;
        onLost(why, request.url);
        return { ...cancelled(stored), detail: `The login was lost: ${why}.` };
      },
      ...(fetcher.addressesOf ? { addressesOf: hostname => fetcher.addressesOf?.(hostname) ?? Promise.resolve([]) } : {}),
      trustHosts: hosts => fetcher.trustHosts(hosts),
      close: () => fetcher.close(),
    };
  }

  /** The texts by which a server could repeat a credential, the longest first. */
  #texts(use: CredentialUse): readonly string[] {
    const value = this.#values.get(credentialKey(use)) ?? '';
    if (use.kind === 'certificate') return [];
    if (use.kind === 'login') return (loginFields(value) ?? []).map(([, text]) => text);
    if (use.kind === 'bearer') return [value];
    if (use.kind === 'basic' || use.kind === 'proxy') return [base64(value), value, value.slice(value.indexOf(':') + 1)];
    return [value, ...value.split(';').map(pair => pair.slice(pair.indexOf('=') + 1).trim())];
  }
}

/** The same exchange as a request that was cut off. */
const cancelled = ({ headers, wireBytes, remoteAddress, timings, status }: FetchOutcome): FetchFailure => ({
  ...{ kind: 'failure', cause: 'cancelled', detail: '', headers, wireBytes, remoteAddress, timings, status },
});

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
