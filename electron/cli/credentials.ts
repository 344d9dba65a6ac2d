import { readFileSync } from 'node:fs';
import { isSecretHeader, ownHeaderProblem } from '#core/requests/own-headers.ts';
import { secretProblem } from '#core/requests/secret-values.ts';
import type { Session } from '#engine/session/session.ts';
import { append } from '#shared/lists.ts';
import { type LoginField, loginValue, mostLoginFields } from '#shared/login-fields.ts';
import type { CrawlSettings } from '#shared/model/crawl.ts';
import {
  type CredentialKind,
  type CredentialUse,
  credentialKey,
  credentialKinds,
  type LoginForm,
  plainOrigin,
  readHeaderLine,
  type Secret,
} from '#shared/model/credentials.ts';
import { printable } from '../export/text-width.ts';
import type { Arguments, OptionTable } from './arguments.ts';
import { usage } from './exit.ts';
import { lineBatches } from './input-lines.ts';
import type { Io } from './io.ts';
import { urlFrom } from './url-argument.ts';

export const headerOptions = {
  header: {
    value: "'NAME: VALUE'",
    help: 'send this header to the origins of the start URLs, or to another: \'https://example.com Name: value\'; stored in the file, so not for secrets; "" for none',
    repeatable: true,
  },
} as const satisfies OptionTable;

export const credentialOptions = {
  auth: {
    value: 'KIND:NAME',
    help: "log in with a secret: KIND is basic (user:password), bearer, cookie, proxy (user:password of --proxy) or key (passphrase of --client-cert); NAME is the environment variable that has the secret, or - for a line of standard input. Only the origin of the start URLs gets it; for another: 'https://example.com basic:NAME'. The secret is never stored",
    repeatable: true,
  },
} as const satisfies OptionTable;

export const loginOptions = {
  login: {
    value: 'URL',
    help: 'log in with the form of this page before the crawl: one GET and one POST to its own origin; "" for none. A lost login stops the crawl',
  },
  'login-field': {
    value: 'FIELD=NAME',
    help: 'a field of the form, and the environment variable with its value, or - for a line of standard input, as in username=SITE_USER',
    repeatable: true,
  },
} as const satisfies OptionTable;

export const noAuthOption = {
  'no-auth': { value: '', help: 'when continuing a crawl: send no credentials any more' },
} as const satisfies OptionTable;

const secretWay = 'Put the secret into an environment variable and write --auth';

/** Refuses two readers of standard input. Call it before the start URLs are read. */
export function refuseSharedInput(args: Arguments): void {
  if (args.all('list').includes('-') && [...args.all('auth'), ...args.all('login-field')].some(text => /[:=]-$/.test(text)))
    usage('--auth KIND:- and --list - both read standard input. Use a file or a variable for one of them.');
}

/**
 * Refuses secrets for an origin that only the file names, where another installation made the file: it could name its maker's. Call it
 * before the settings of the file and the options are put together.
 */
export function refuseUnnamedOrigins(args: Arguments, session: Pick<Session, 'isForeign'>): void {
  if (!session.isForeign()) return;
  const refuse = (option: string, example: string): never =>
    usage(`${option}: this file was not made by this installation. Name the origin that gets the secret: ${example}.`);
  for (const { word, origin } of sourcesOf(args)) {
    if (origin !== '' || word === 'key' || (word === 'proxy' && args.has('proxy'))) continue;
    const place = word === 'proxy' ? 'http://proxy.example:3128' : 'https://example.com';
    refuse(`--auth ${word}`, `--auth '${place} ${word}:NAME'`);
  }
  const certificate = args.one('client-cert');
  if (certificate !== undefined && !startsWithOrigin.test(certificate))
    refuse('--client-cert', "--client-cert 'https://example.com FILE'");
  if (args.has('login-field') && !args.has('login')) refuse('--login-field', '--login URL --login-field FIELD=NAME');
}

const startsWithOrigin = /^https?:\/\/\S+\s/i;

/** The headers of `--header`, which replace those of the settings. */
export function readHeaders(args: Arguments, base: Pick<CrawlSettings, 'headers'>): Pick<CrawlSettings, 'headers'> {
  if (!args.has('header')) return { headers: base.headers };
  const given = args.all('header').filter(text => text.trim() !== '');
  return {
    headers: given.map(text => {
      const header = readHeaderLine(text);
      if (!header) return usage(`--header ${text.slice(0, 100)}: write it like --header 'Name: value'.`);
      const { name } = header;
      if (isSecretHeader(name)) return usage(`--header ${name}: other programs can read arguments. ${secretWay} ${wayOf(name)}.`);
      const problem = ownHeaderProblem(header);
      return problem === '' ? header : usage(`--header: ${problem}`);
    }),
  };
}

const wayOf = (name: string): string =>
  ({ cookie: 'cookie:NAME', authorization: 'basic:NAME or bearer:NAME' })[name.toLowerCase()] ?? 'proxy:NAME';

interface Source {
  readonly word: string;
  /** '' where none is named. */
  readonly origin: string;
  /** Name of an environment variable, or `-`. */
  readonly source: string;
}

type Base = Pick<CrawlSettings, 'credentials' | 'login' | 'proxy'>;

const words = ['basic', 'bearer', 'cookie', 'proxy', 'key'] as const;

/** The secrets of `--auth`. What follows the kind is never quoted in a message: it may be the secret itself, by mistake. */
function sourcesOf(args: Arguments): readonly Source[] {
  return args.all('auth').map(text => {
    const [, origin = '', typed = '', source = ''] = /^(?:(https?:\/\/\S+)\s+)?([a-z]+):(.*)$/is.exec(text.trim()) ?? [];
    const word = words.find(each => each === typed);
    if (!word) return usage(`--auth: write KIND:NAME; KIND is one of ${words.join(', ')}.`);
    if (source !== '-' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(source))
      return usage(
        `--auth ${word}: what follows the colon is the name of an environment variable, or -, not the secret itself, because other programs can read arguments.`,
      );
    return { word, origin, source };
  });
}

/** The credential that a word of `--auth` stands for; null for the passphrase of a key. */
function credentialOf(
  { word, origin }: Pick<Source, 'word' | 'origin'>,
  base: Base,
  seeds: readonly string[],
): CredentialUse | null {
  const kind = credentialKinds.find(each => each === word);
  if (!kind) return null;
  if (kind === 'proxy') {
    if (base.proxy === '') return usage('--auth proxy: this crawl uses no proxy. Name it with --proxy.');
    const proxy = plainOrigin(base.proxy);
    if (origin !== '' && plainOrigin(origin) !== proxy)
      return usage(`--auth proxy: ${printable(plainOrigin(origin))} is not the proxy of this crawl, ${printable(proxy)}.`);
    return { kind, origin: proxy };
  }
  return { kind, origin: origin === '' ? onlyOrigin(kind, base, seeds) : plainOrigin(origin) };
}

/**
 * The origin that a credential without one is for: the one of the start URLs, or the stored one of this kind among them. A file may name
 * any origin.
 */
function onlyOrigin(kind: CredentialKind, base: Base, seeds: readonly string[]): string {
  const stored = base.credentials.filter(use => use.kind === kind).map(({ origin }) => origin);
  const starts = new Set(seeds.map(seed => new URL(seed).origin));
  const origins = stored.length > 0 ? stored : [...starts];
  const [first = 'https://example.com'] = origins;
  if (origins.length === 1 && starts.has(first)) return first;
  const option = kind === 'certificate' ? '--client-cert' : `--auth ${kind}`;
  const example = kind === 'certificate' ? `${option} '${first} FILE'` : `--auth '${first} ${kind}:NAME'`;
  return usage(
    origins.length === 1
      ? `${option}: no start URL is at ${printable(first)}. Name the origin that gets it: ${printable(example)}.`
      : `${option}: the crawl has ${origins.length} origins. Name the one that gets it: ${printable(example)}.`,
  );
}

/** The origin and the path of `--client-cert`, null without it. */
function clientCertificate(
  args: Arguments,
  base: Base,
  seeds: readonly string[],
): (CredentialUse & { readonly path: string }) | null {
  const text = args.one('client-cert');
  if (text === undefined) return args.has('client-key') ? usage('--client-key needs --client-cert.') : null;
  const [, origin = '', path = ''] = /^(?:(https?:\/\/\S+)\s+)?(.*)$/is.exec(text) ?? [];
  return { ...(credentialOf({ word: 'certificate', origin }, base, seeds) as CredentialUse), path };
}

/** The credentials of a crawl: those of the settings and those of the options, without their values. */
export function readCredentials(args: Arguments, base: Base, seeds: readonly string[]): Pick<CrawlSettings, 'credentials'> {
  const certificate = clientCertificate(args, base, seeds);
  const wanted = [
    ...sourcesOf(args).flatMap(source => credentialOf(source, base, seeds) ?? []),
    ...(certificate ? [{ kind: certificate.kind, origin: certificate.origin }] : []),
    ...(base.login ? [{ kind: 'login' as const, origin: plainOrigin(base.login.url) }] : []),
  ];
  if (args.has('no-auth') && givesSecrets(args)) usage('--no-auth contradicts --auth and --client-cert. Leave one of them out.');
  const stored = args.has('no-auth') ? [] : base.credentials.filter(({ kind }) => kind !== 'login');
  return { credentials: [...new Map([...stored, ...wanted].map(use => [credentialKey(use), use])).values()] };
}

/** The form of `--login`, with the fields of `--login-field`. */
export function readLogin(args: Arguments, base: Pick<CrawlSettings, 'login'>): Pick<CrawlSettings, 'login'> {
  const url = args.one('login');
  if (url === '' || args.has('no-auth')) return { login: null };
  const sources = fieldSources(args);
  if (url === undefined && base.login === null)
    return sources.length === 0 ? { login: null } : usage('--login-field needs --login URL.');
  const fields = sources.length === 0 ? (base.login?.fields ?? []) : sources.map(({ field }) => field);
  if (fields.length === 0) return usage('--login needs --login-field FIELD=NAME for each field of the form.');
  return { login: { url: url === undefined ? (base.login?.url ?? '') : urlFrom(url), fields } };
}

/** The fields of `--login-field`. What follows the equals sign is never quoted. */
function fieldSources(args: Arguments): readonly { readonly field: string; readonly source: string }[] {
  const sources = args.all('login-field').map(text => {
    const [, field = '', source = ''] = /^(.+?)=(.*)$/s.exec(text) ?? [];
    if (source === '-' || (field !== '' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(source))) return { field, source };
    return usage(
      '--login-field: write FIELD=NAME. NAME is an environment variable, or -, not the value itself, because other programs can read arguments.',
    );
  });
  if (sources.length > mostLoginFields) usage(`--login-field: at most ${mostLoginFields} fields.`);
  return sources;
}

/** Whether the command line gives values of credentials. */
export const givesSecrets = (args: Arguments): boolean => ['auth', 'client-cert', 'login-field'].some(name => args.has(name));

/**
 * The values of the credentials of `--auth`, from the environment, or from standard input, a line for each `-` in the order given.
 * Refuses values that cannot be sent, and a terminal, which would show what is typed.
 */
export async function readSecrets(
  args: Arguments,
  io: Io,
  settings: Pick<CrawlSettings, 'credentials' | 'login' | 'proxy' | 'seeds'>,
): Promise<readonly Secret[]> {
  const { credentials, seeds } = settings;
  const sources = sourcesOf(args);
  const certificate = clientCertificate(args, settings, seeds);
  const uses = [...sources.flatMap(source => credentialOf(source, settings, seeds) ?? []), ...(certificate ? [certificate] : [])];
  const known = new Set(credentials.map(credentialKey));
  const stranger = uses.find(use => !known.has(credentialKey(use)));
  if (stranger) return usage(`--auth ${stranger.kind}: this crawl sends no such credential to ${stranger.origin}.`);
  const fields = fieldSources(args);
  const [own, ofFields] = await valuesOf(sources, fields, io);
  const login =
    fields.length > 0
      ? loginSecret(
          settings.login,
          fields.map(({ field }, at) => [field, ofFields[at] ?? '']),
        )
      : [];
  const typed = sources.flatMap((source, index): Secret[] => {
    const use = credentialOf(source, settings, seeds);
    const value = own[index] ?? '';
    const problem = use ? secretProblem(use.kind, value) : '';
    if (problem !== '') usage(`--auth ${source.word} for ${use?.origin}: ${problem}`);
    return use ? [{ ...use, value }] : [];
  });
  const secrets = [...typed, ...login];
  const keyAt = sources.findIndex(({ word }) => word === 'key');
  if (!certificate) return keyAt < 0 ? secrets : usage('--auth key is the passphrase of a key: it needs --client-cert.');
  const { kind, origin, path } = certificate;
  const pem = [path, ...args.all('client-key')].map(each => readFileSync(each, 'utf8')).join('\n');
  return [...secrets, { kind, origin, value: pem, passphrase: own[keyAt] }];
}

function loginSecret(login: LoginForm | null, fields: readonly LoginField[]): readonly Secret[] {
  if (login === null) return usage('--login-field: this crawl uses no login form. Name it with --login URL.');
  const value = loginValue(fields);
  const problem = secretProblem('login', value);
  return problem === '' ? [{ kind: 'login', origin: plainOrigin(login.url), value }] : usage(`--login-field: ${problem}`);
}

/** The values of `--auth` and of `--login-field`, in their order. */
async function valuesOf(
  secrets: readonly Source[],
  fields: readonly { readonly field: string; readonly source: string }[],
  io: Io,
): Promise<readonly [readonly string[], readonly string[]]> {
  const named = [
    ...secrets.map(({ word, source }) => ({ option: `--auth ${word}`, source })),
    ...fields.map(({ field, source }) => ({ option: `--login-field ${field}`, source })),
  ];
  const typed = named.filter(({ source }) => source === '-').length;
  const lines = typed === 0 ? [] : await inputLines(io, typed);
  let line = 0;
  const values = named.map(({ option, source }) => {
    const value = source === '-' ? lines[line++] : process.env[source];
    if (value !== undefined) return value;
    return source === '-'
      ? usage(`${option}: standard input ended before the secret.`)
      : usage(`${option}: the environment variable that it names is not set.`);
  });
  return [values.slice(0, secrets.length), values.slice(secrets.length)];
}

async function inputLines(io: Io, count: number): Promise<readonly string[]> {
  if ((io.stdin as { readonly isTTY?: boolean }).isTTY === true)
    return usage('--auth KIND:-: a terminal would show the secret. Pipe it in, or use an environment variable.');
  const found: string[] = [];
  for await (const batch of lineBatches(io.stdin)) {
    append(
      found,
      batch.map(text => text.replace(/\r$/, '')),
    );
    if (found.length >= count) break;
  }
  return found;
}
