import { isHeaderNamed } from '#shared/header-values.ts';
import type { Headers } from '#shared/model/fetch.ts';
import type { Directive, DirectiveSource } from '#shared/model/page.ts';

/** Most members that are read per line. */
const MOST = 200;

/**
 * The rules of the Robots-Tag fields (draft-illyes-repext-03): members are separated by semicolons. Each is a robot's
 * token or `*`, an equals sign, and rules separated by commas or spaces. Brackets and quotes around a list are
 * dropped. Invalid members are skipped.
 */
export function parseRobotsTag(headers: Headers): Directive[] {
  const found: Directive[] = [];
  headers.forEach((header, index) => {
    if (!isHeaderNamed(header, 'robots-tag')) return;
    const [name, text] = header;
    const source: DirectiveSource = { kind: 'header', name, index, text };
    for (const member of text.split(';').slice(0, MOST)) {
      const equals = member.indexOf('=');
      if (equals < 0) continue;
      const token = member.slice(0, equals).trim().toLowerCase();
      const rules = member.slice(equals + 1).replace(/[()"]/g, ' ');
      for (const word of rules.split(/[\s,]+/)) {
        if (word !== '') found.push({ word: word.toLowerCase(), value: '', agent: token === '*' ? '' : token, source });
      }
    }
  });
  return found;
}

export interface UsagePreference {
  /** The field's name as received. */
  readonly name: string;
  readonly text: string;
  /** The header's place in the response. */
  readonly index: number;
  /** `train-ai=n` and the like, lower case; the most restrictive of several statements about one use. */
  readonly statements: readonly { readonly use: string; readonly value: string }[];
}

/**
 * Content-Usage (draft-ietf-aipref-attach), Content-Signal (Cloudflare) and Robots-Tag fields of a response, to report only: no
 * crawler is documented to act on them.
 */
export function usagePreferences(headers: Headers): UsagePreference[] {
  const found: UsagePreference[] = [];
  headers.forEach(([name, text], index) => {
    if (!/^(content-usage|content-signal|robots-tag)$/i.test(name)) return;
    const statements = new Map<string, string>();
    for (const part of text.split(/[,;]/).slice(0, MOST)) {
      const [use = '', value = ''] = part.split('=').map(each => each.trim().toLowerCase());
      if (use === '') continue;
      const before = statements.get(use);
      const forbids = value === 'n' || value === 'no';
      if (before === undefined || forbids) statements.set(use, value);
    }
    found.push({ name, text, index, statements: [...statements].map(([use, value]) => ({ use, value })) });
  });
  return found;
}
