import type { z } from 'zod';
import { defaultSettings } from './model/crawl.ts';
import { SettingsInput } from './rpc/inputs.ts';
import { isLocal, type PortableSettings, portableNames, portableOf } from './settings-file.ts';

/** Reads a settings file. It is apart from `settings-file.ts` because the window has no validator. */

export const PortableInput = SettingsInput.omit({
  seeds: true,
  credentials: true,
  login: true,
  proxy: true,
  extraCertificates: true,
  untrustedHosts: true,
});

/** The settings of a file's text; those that are absent have their defaults. Or one sentence on what is wrong. `near`: a guess at a name. */
export function readSettingsText(
  text: string,
  near: (name: string, known: readonly string[]) => string,
): PortableSettings | string {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return 'It is not JSON.';
    throw error;
  }
  const file = value as { readonly crawlscope?: unknown; readonly version?: unknown; readonly settings?: unknown } | null;
  if (typeof file !== 'object' || file?.crawlscope !== 'settings' || typeof file.settings !== 'object' || file.settings === null)
    return 'It is not a file of crawl settings. Write one with: crawlscope settings F.crawl --out FILE.json';
  if (file.version !== 1) return 'A newer version of Crawlscope wrote it. Update the app.';
  for (const name of Object.keys(file.settings)) {
    if (isLocal(name))
      return `“${name}” belongs to one site or one computer, so a settings file cannot have it. Remove it, and give it to the crawl itself.`;
    if (!portableNames.some(known => known === name)) return `There is no setting “${name}”.${near(name, portableNames)}`;
  }
  const read = PortableInput.partial().safeParse(file.settings);
  if (!read.success) return problemWords(read.error);
  const given = Object.entries(read.data).filter(([, setting]) => setting !== undefined);
  return { ...portableOf(defaultSettings), ...(Object.fromEntries(given) as Partial<PortableSettings>) };
}

function problemWords({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? '';
  return `The value of “${where}” cannot be used: ${issue?.message ?? 'wrong form'}.`;
}
