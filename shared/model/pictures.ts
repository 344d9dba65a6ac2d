/** Pictures of a crawl: what is drawn, and what the table beside it shows. All are about internal pages (`class:page`). */

/** Verdicts by which sections can be divided: keys of columns. */
export const sectionVerdicts = ['mayList', 'mayFetch', 'linksFollowed'] as const;
export type SectionVerdict = (typeof sectionVerdicts)[number];

export const barPictures = ['depths', 'sections', 'times'] as const;
export type BarPicture = (typeof barPictures)[number];

/** Colour family of a part of a bar. */
export type PartTone = 'ok' | 'soft' | 'warn' | 'bad' | 'worst' | 'none';

/** One colour of the bars. */
export interface BarPart {
  readonly key: string;
  readonly label: string;
  readonly tone: PartTone;
}

export interface Bar {
  readonly label: string;
  /** Where the label is cut or short: the whole of it. */
  readonly full: string;
  /** By part. */
  readonly counts: readonly number[];
  /** By part: the filter that lists the URLs; '' for none. */
  readonly filters: readonly string[];
  /** The filter for the whole bar; '' for none. */
  readonly filter: string;
}

/** Bars that are divided into parts. */
export interface BarsPicture {
  readonly parts: readonly BarPart[];
  readonly bars: readonly Bar[];
  /** What all bars add up to, those that are left out included. */
  readonly counted: number;
  /** Bars that are left out: the smallest ones. */
  readonly left: { readonly bars: number; readonly counted: number };
  /** Seconds that a bar stands for; null where bars are no times. */
  readonly seconds: number | null;
}

/** A directory of the map, or the pages directly in it. */
export interface MapCell {
  /** `https://example.com/shop/` */
  readonly path: string;
  /** Only the pages directly in the directory, without those of directories below it. */
  readonly isRest: boolean;
  /** Place in the list of the cell that it is in; -1 for a cell of the first level. */
  readonly parent: number;
  readonly urls: number;
  /** With a response. */
  readonly fetched: number;
  /** With a response whose status is not 200. */
  readonly notOk: number;
  /** Known not to be indexable, and those whose indexability is known. */
  readonly notIndexable: number;
  readonly judged: number;
  /** URLs with a link score, and its mean (null: none). */
  readonly scored: number;
  readonly meanScore: number | null;
  readonly hasMore: boolean;
  /** The filter that lists the URLs; '' where none finds exactly them. */
  readonly filter: string;
}

/** The directories in one directory, and those in them. */
export interface MapPicture {
  /** '' for all sites. */
  readonly folder: string;
  /** The directories around it, outermost first. */
  readonly above: readonly string[];
  /** Largest first; each after the cell that it is in. */
  readonly cells: readonly MapCell[];
  /** Pages in the directory. */
  readonly urls: number;
  /** Pages of all sites. */
  readonly total: number;
  /** Directories of the first level that are left out, and their pages. */
  readonly left: { readonly directories: number; readonly urls: number };
}

export interface BarsWish {
  readonly picture: BarPicture;
  /** For `sections`. */
  readonly verdict: SectionVerdict;
}
