import { loginExcludes } from '#shared/model/login-excludes.ts';
import type { LoginRow } from '../../domain/login-rows.ts';
import type { FormValues } from './form-values.ts';

/** With the first credential, the field of excluded URLs gets patterns for logging out, deleting and buying. The user can remove them. */
export function excludesFor(form: FormValues, logins: readonly LoginRow[]): Partial<FormValues> {
  if (form.logins.length > 0 || logins.length === 0) return {};
  const added = loginExcludes.filter(pattern => !form.exclude.includes(pattern));
  return { exclude: [form.exclude, ...added].filter(text => text !== '').join('\n') };
}
