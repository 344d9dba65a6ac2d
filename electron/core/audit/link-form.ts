import type { LinkKind } from '#shared/model/page.ts';
import type { LinkFacts } from '#shared/model/page-facts.ts';

/** A bit for each kind: the same in all threads. */
const bits: Readonly<Record<LinkKind, number>> = {
  a: 1,
  area: 1 << 1,
  frame: 1 << 2,
  iframe: 1 << 3,
  refresh: 1 << 4,
  redirect: 1 << 5,
  canonical: 1 << 6,
  alternate: 1 << 7,
  'next-prev': 1 << 8,
  stylesheet: 1 << 9,
  script: 1 << 10,
  image: 1 << 11,
  media: 1 << 12,
  icon: 1 << 13,
  form: 1 << 14,
  'link-header': 1 << 15,
  other: 1 << 16,
  amphtml: 1 << 17,
  'share-image': 1 << 18,
};

export const linkKinds = Object.keys(bits) as readonly LinkKind[];

/** The bit of a kind; 0 for one that this version does not know. */
export const bitOfKind = (kind: LinkKind): number => bits[kind] ?? 0;
export const bitsOfKinds = (...kinds: readonly LinkKind[]): number => kinds.reduce((all, kind) => all | bitOfKind(kind), 0);

const anchorBits = bitsOfKinds('a', 'area');
const hyperlinkBits = bitsOfKinds('a', 'area', 'frame', 'iframe');
const loadedBits = bitsOfKinds('script', 'stylesheet', 'iframe', 'frame', 'image', 'media', 'icon');
const nofollowRel = /(^| )nofollow( |$)/;
const safeRel = /(^| )(noopener|noreferrer)( |$)/;

/** What links of a page have in common that differ only in target, text and place. */
export class LinkForm {
  readonly kind: LinkKind;
  /** Lower-case rel tokens separated by one space. */
  readonly rel: string;
  readonly facts: LinkFacts;
  readonly kindBit: number;
  /** A visitor clicks it: a, area. */
  readonly isAnchor: boolean;
  /** A click leads there: a, area, frame, iframe. */
  readonly isHyperlink: boolean;
  readonly isNofollow: boolean;
  /** Its address depends on the path of the page. */
  readonly isPathRelative: boolean;
  /** It opens a window that can change the address of this one, in older browsers. */
  readonly isUnsafeWindow: boolean;
  /** The address of a file that the page loads starts with `//`. */
  readonly isLoadedByHost: boolean;

  constructor(kind: LinkKind, rel: string, facts: LinkFacts) {
    this.kind = kind;
    this.rel = rel;
    this.facts = facts;
    this.kindBit = bitOfKind(kind);
    this.isAnchor = (this.kindBit & anchorBits) !== 0;
    this.isHyperlink = (this.kindBit & hyperlinkBits) !== 0;
    this.isNofollow = rel !== '' && nofollowRel.test(rel);
    this.isPathRelative = facts.form === 'path-relative' || facts.form === 'query';
    this.isUnsafeWindow = facts.newWindow && !safeRel.test(rel);
    this.isLoadedByHost = facts.form === 'protocol-relative' && (this.kindBit & loadedBits) !== 0;
  }
}
