import type { CrawlerNames } from '../crawlers/profile.ts';
import type { AccessKnob } from '../robots/access.ts';
import { speakerFor } from '../robots/choose/speaker.ts';
import { type KnobChange, type KnobName, splittingKnob } from '../robots/explain-difference.ts';
import { type Judge, judgeFor } from './judge.ts';
import { judgeUrl } from './replay.ts';

/** Why one crawler decides differently from another. */
export type SplitCause =
  /** A setting of the dialects; `also` where only both together do it. */
  | ({ readonly kind: 'knob'; readonly also?: KnobChange } & KnobChange)
  /** Its name: another group applies to it. */
  | { readonly kind: 'name'; readonly from: string; readonly to: string }
  /** It ignores groups for all robots. */
  | { readonly kind: 'ignoresStar' }
  /** What the response for robots.txt means to it. */
  | { readonly kind: 'access'; readonly knob: AccessKnob | KnobName; readonly from: string; readonly to: string }
  /** More than two settings together, or none found within the allowed tries. */
  | { readonly kind: 'dialect'; readonly from: string; readonly to: string };

/** The evidence: the file, a URL on which the two differ, and how many readings of the file the search may cost. */
export interface SplitEvidence {
  readonly bytes: Uint8Array | null;
  readonly url: string;
  readonly tries: number;
}

/** Why `other` decides `url` differently from `own`. */
export function splitCause(
  { bytes, url, tries }: SplitEvidence,
  own: Judge,
  other: { readonly names: CrawlerNames; readonly judge: Judge },
): SplitCause {
  const theirs = other.judge;
  if (own.access.kind !== theirs.access.kind || bytes === null) {
    const knob = own.access.kind === theirs.access.kind ? 'selfExemption' : theirs.access.knob;
    return { kind: 'access', knob, from: own.access.meaning, to: theirs.access.meaning };
  }
  const named = speakerFor(own.file, own.dialect, other.names);
  const renamed = judgeFor(own.access, own.file, own.dialect, named);
  if (judgeUrl(renamed, url).ending.allowed === judgeUrl(theirs, url).ending.allowed) {
    return named.ignoresGroups ? { kind: 'ignoresStar' } : { kind: 'name', from: own.speaker.agent, to: named.agent };
  }
  const split = tries > 0 ? splittingKnob(bytes, theirs.speaker.agent, url, own.dialect, theirs.dialect, tries) : null;
  return split === null ? { kind: 'dialect', from: own.dialect.id, to: theirs.dialect.id } : { kind: 'knob', ...split };
}
