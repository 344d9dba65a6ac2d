import type { FileInfo } from './shell.ts';

/**
 * How far the conversion of an older file is. `copy`: the file is copied; `change`: the copy is brought to this version; `compare`: both are
 * compared; `shrink`: the copy is written again without free room.
 */
export interface ConversionStep {
  readonly step: 'copy' | 'change' | 'compare' | 'shrink';
  /** Of this step, 0 to 1. */
  readonly share: number;
}

/** The steps in words, each the beginning of a sentence. */
export const conversionWords: Readonly<Record<ConversionStep['step'], string>> = {
  copy: 'Copying the file',
  change: 'Bringing the copy to this version',
  compare: 'Comparing both files row by row',
  shrink: 'Writing the copy without free room',
};

/** What became of a conversion. `none`: the file is of this version, or may only be read. */
export type Conversion =
  | { readonly kind: 'converted' /** Path of the file as it was. */; readonly original: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'cancelled' };

/** The conversion that the window shows. */
export interface ConversionWork extends ConversionStep {
  readonly file: FileInfo;
  readonly isCancelling: boolean;
  /** Milliseconds to the expected end of this step; null when it cannot be said. */
  readonly etaMs: number | null;
}
