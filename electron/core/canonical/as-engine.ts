import type { CanonicalReading } from '#core/directives/engine.ts';
import type { CanonicalStand } from '#shared/model/directives.ts';
import type { CanonicalDeclaration } from '#shared/model/page.ts';
import { chooseCanonical } from './choose.ts';

/** From this length on Yioop's code drops a canonical, in characters. */
const YIOOP_LONGEST = 252;
/** An address with at most this many edits from the page's own counts as the same in its code. */
const YIOOP_NEAR = 3;

export interface EngineCanonical {
  readonly kind: CanonicalStand;
  /** The address that was chosen or ignored; '' for none. */
  readonly url: string;
  readonly declarations: readonly CanonicalDeclaration[];
  /** Why it was ignored, '' otherwise. */
  readonly why: '' | 'near' | 'long' | 'header' | 'undocumented';
}

/** How an engine treats a page's declarations: some read only the element, one ignores addresses that are too similar or too long. */
export function canonicalFor(
  reading: CanonicalReading,
  declarations: readonly CanonicalDeclaration[],
  pageUrl: string,
  baseUrl: string,
): EngineCanonical {
  const none: EngineCanonical = { kind: 'none', url: '', declarations: [], why: '' };
  if (declarations.length === 0) return none;
  if (reading === 'undocumented') return { ...none, kind: 'not-read', declarations, why: 'undocumented' };
  const read = reading === 'element' ? declarations.filter(({ source }) => source.kind === 'link-element') : declarations;
  if (read.length === 0) return { ...none, kind: 'not-read', declarations, why: 'header' };
  const choice = chooseCanonical(read, pageUrl, baseUrl);
  switch (choice.kind) {
    case 'none':
      return none;
    case 'self':
      return { kind: 'self', url: choice.url, declarations: [choice.declaration], why: '' };
    case 'elsewhere': {
      const found = { url: choice.url, declarations: [choice.declaration] };
      if (reading === 'near-dropped' && choice.url.length >= YIOOP_LONGEST) return { ...found, kind: 'ignored', why: 'long' };
      if (reading === 'near-dropped' && withinEdits(choice.url, pageUrl, YIOOP_NEAR))
        return { ...found, kind: 'ignored', why: 'near' };
      return { ...found, kind: 'elsewhere', why: '' };
    }
    case 'conflict':
      return { kind: 'conflict', url: choice.urls[0] ?? '', declarations: choice.declarations, why: '' };
    case 'invalid':
      return { kind: 'invalid', url: choice.declaration.href, declarations: [choice.declaration], why: '' };
    default: {
      const never: never = choice;
      return never;
    }
  }
}

/** Whether two texts differ by at most `most` insertions, deletions and replacements. Computes a band of that width only. */
export function withinEdits(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_, j) => (j <= most ? j : most + 1));
  for (let i = 1; i <= a.length; i++) {
    const next = new Array<number>(b.length + 1).fill(most + 1);
    if (i <= most) next[0] = i;
    const to = Math.min(b.length, i + most);
    for (let j = Math.max(1, i - most); j <= to; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min((row[j - 1] ?? most + 1) + same, (row[j] ?? most + 1) + 1, (next[j - 1] ?? most + 1) + 1, most + 1);
    }
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}
