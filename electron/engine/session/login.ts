import { CookieJar } from '#core/requests/cookie-jar.ts';
import { headerValues } from '#shared/header-values.ts';
import { loginFields } from '#shared/login-fields.ts';
import type { LoginForm } from '#shared/model/credentials.ts';
import type { FetchOutcome, FetchRequest } from '#shared/model/fetch.ts';
import { fail } from '#shared/rpc/errors.ts';
import { headerOf } from '../crawl/read-page.ts';

/** Reads forms with a parser that other crawls do not need. */
type FormReader = typeof import('#core/requests/login-form.ts');

/** Sends one request to the origin of the login, journalled and at the pace of its host. */
export type SendLogin = (request: FetchRequest) => Promise<FetchOutcome>;

const carefulStreak = 3;
/** A page that is larger is no login page. */
const mostPageBytes = 512 * 1024;

/** The login of a session by a form: its cookies, and whether they still work. In memory only. */
export class FormLogin {
  readonly origin: string;
  readonly #form: LoginForm;
  readonly #jar = new CookieJar(Date.parse);
  /** URLs that seemed to be without login once, right before a new login. Their next response is the site's answer. */
  readonly #suspects = new Set<string>();
  /** A suspect turned out to be a page that the user may not see: from now on, one such response proves nothing. */
  #isCareful = false;
  /** Responses without login in a row. */
  #streak = 0;
  #state: 'out' | 'in' | 'lost' = 'out';
  /** Null before the first login. */
  #reader: FormReader | null = null;

  constructor(form: LoginForm) {
    this.#form = form;
    this.origin = new URL(form.url).origin;
  }

  /** The URL of the page with the form. */
  get url(): string {
    return this.#form.url;
  }

  /**
   * Requests the page of the form and sends the form, the only POST of a crawl. Throws `refused` if the site does not take it, and
   * `unavailable` if it does not answer. No message quotes a value.
   */
  async logIn(value: string, words: Pick<FetchRequest, 'userAgent' | 'accept'>, send: SendLogin): Promise<void> {
    this.#state = 'out';
    const { loginRequest, showsLogin } = await this.#forms();
    const { url } = this.#form;
    const fields = loginFields(value) ?? [];
    const page = responseOf(await send({ url, ...words }), url);
    if (page.status !== 200) fail('refused', `The login failed: ${url} returned ${page.status}.`);
    const wanted = loginRequest(textOf(page.body), url, fields);
    if (typeof wanted === 'string') fail('refused', `The login failed at ${url}: ${wanted}`);
    const body = { type: 'application/x-www-form-urlencoded', text: wanted.body, referer: url };
    const answer = responseOf(await send({ url: wanted.action, method: 'POST', body, ...words }), wanted.action);
    const names = fields.map(([name]) => name);
    const isRefused = answer.status >= 400 || this.#leadsToLogin(wanted.action, answer) || showsLogin(textOf(answer.body), names);
    if (isRefused) fail('refused', `The login failed: ${url} did not accept the values (${answer.status}).`);
    this.#state = 'in';
    this.#streak = 0;
  }

  /** URLs at which a crawl of this file stopped because the login seemed lost, in this session or an earlier one. */
  suspect(urls: readonly string[]): void {
    for (const url of urls) this.#suspects.add(url);
  }

  async #forms(): Promise<FormReader> {
    this.#reader ??= await import('#core/requests/login-form.ts');
    return this.#reader;
  }

  /** The cookies for a path of the origin, '' for none. */
  cookies(path: string, now: number): string {
    return this.#jar.header(path, now);
  }

  /** The values of the cookies, which are secrets. */
  secrets(): readonly string[] {
    return this.#jar.values();
  }

  /** Takes the cookies of a response of the origin. */
  take(url: string, outcome: FetchOutcome, now: number): void {
    const lines = headerValues(outcome.headers, 'set-cookie');
    if (lines.length > 0) this.#jar.take(new URL(url).pathname, lines, now);
  }

  /**
   * Why a response of the origin shows that the login is lost, '' if it does not: 401, a redirect to the login page, or the form again.
   * A URL that still responds so after another login is believed: the user may not see it. After that, three such responses in a row
   * are needed.
   */
  lostBy(url: string, outcome: FetchOutcome): string {
    if (this.#state === 'out' || outcome.kind !== 'response' || samePage(url, this.#form.url)) return '';
    const why = this.#reason(url, outcome);
    if (this.#suspects.has(url)) this.#isCareful ||= why !== '';
    this.#streak = why === '' ? 0 : this.#streak + 1;
    if (why === '' || this.#suspects.has(url)) return '';
    if (this.#state === 'in' && this.#isCareful && this.#streak < carefulStreak) return '';
    if (this.#state === 'in') this.#suspects.add(url);
    this.#state = 'lost';
    return `${url} ${why}`;
  }

  #reason(url: string, outcome: Extract<FetchOutcome, { kind: 'response' }>): string {
    if (outcome.status === 401) return 'returned 401';
    if (this.#leadsToLogin(url, outcome)) return 'redirected to the login page';
    const isPage =
      outcome.status === 200 && outcome.body.length <= mostPageBytes && /html/i.test(headerOf(outcome, 'content-type') ?? '');
    return isPage && this.#reader?.showsLogin(textOf(outcome.body), this.#form.fields) ? 'showed the login form' : '';
  }

  #leadsToLogin(url: string, outcome: FetchOutcome): boolean {
    const location =
      outcome.kind === 'response' && outcome.status >= 300 && outcome.status < 400 ? headerOf(outcome, 'location') : null;
    return location !== null && URL.canParse(location, url) && samePage(new URL(location, url).href, this.#form.url);
  }
}

function responseOf(outcome: FetchOutcome, url: string): Extract<FetchOutcome, { kind: 'response' }> {
  return outcome.kind === 'response'
    ? outcome
    : fail('unavailable', `The login failed: ${url} did not respond. ${outcome.detail}`);
}

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body.subarray(0, mostPageBytes));

/** The same path of the same origin: login pages get the way back in their query. */
const samePage = (a: string, b: string): boolean => {
  const [left, right] = [new URL(a), new URL(b)];
  return left.origin === right.origin && left.pathname === right.pathname;
};
