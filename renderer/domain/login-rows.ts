import { type LoginField, loginValue } from '#shared/login-fields.ts';
import {
  type CredentialKind,
  type CredentialUse,
  type LoginForm,
  plainOrigin,
  type TypedSecret,
} from '#shared/model/credentials.ts';

/** A credential as it is typed. */
export interface LoginRow {
  readonly kind: CredentialKind;
  readonly origin: string;
  /** The user name of Basic and of a proxy. */
  readonly user: string;
  /** Of the private key of a certificate. */
  readonly passphrase: string;
  readonly secret: string;
  /** Of a login form: its page is in `origin`. */
  readonly fields: readonly LoginField[];
  /** The key store has the value. */
  readonly isKept: boolean;
}

const loginNames = ['username', 'password'];

export const emptyLogin = (use: CredentialUse): LoginRow => ({
  ...use,
  user: '',
  passphrase: '',
  secret: '',
  fields: loginNames.map(name => [name, '']),
  isKept: false,
});

/** The row for a credential of a crawl, without its value. `login`: the form of that crawl. */
export const rowOf = (use: CredentialUse, login: LoginForm | null): LoginRow =>
  use.kind === 'login' && login
    ? { ...emptyLogin(use), origin: login.url, fields: login.fields.map(name => [name, '']) }
    : emptyLogin(use);

export const hasUser = (kind: CredentialKind): boolean => kind === 'basic' || kind === 'proxy';

export const useOf = ({ kind, origin }: CredentialUse): CredentialUse => ({ kind, origin: plainOrigin(origin.trim()) });

/** What goes to the engine. */
export const typedSecret = (row: LoginRow): TypedSecret => ({
  ...useOf(row),
  value: row.isKept ? null : secretOf(row),
  ...(row.kind === 'certificate' && row.passphrase !== '' ? { passphrase: row.passphrase } : {}),
});

function secretOf({ kind, user, secret, fields }: LoginRow): string {
  if (kind === 'login') return loginValue(fields);
  return hasUser(kind) ? `${user}:${secret}` : secret;
}

/** Whether something is left to type. */
export const isEmptyLogin = (row: LoginRow): boolean =>
  !row.isKept &&
  (row.kind === 'login' ? row.fields.some(([name, value]) => name === '' || value === '') : row.secret === '' && row.user === '');

/** The login form of the rows, null for none. */
export function loginFormOf(rows: readonly LoginRow[]): LoginForm | null {
  const row = rows.find(({ kind }) => kind === 'login');
  return row ? { url: row.origin.trim(), fields: row.fields.map(([name]) => name) } : null;
}

/** The origin that a new row suggests: that of the first start URL, '' while none is typed. */
export function suggestedOrigin(seeds: string): string {
  const first = seeds.trim().split(/\s+/)[0] ?? '';
  if (first === '') return '';
  const scheme = /^(localhost|\d+\.\d+\.\d+\.\d+|\[)/i.test(first) ? 'http' : 'https';
  const url = /^https?:\/\//i.test(first) ? first : `${scheme}://${first}`;
  const origin = plainOrigin(url);
  return origin === url && !/^https?:\/\/[^/]+$/.test(origin) ? '' : origin;
}
