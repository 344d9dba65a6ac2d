/**
 * How far the conversion of an older file is. `copy`: the file is copied; `change`: the copy is brought to this version; `compare`: both are
 * compared; `shrink`: the copy is written again without free room.
 */
export interface ConversionStep {
  readonly step: 'copy' | 'change' | 'compare' | 'shrink';
  /** Of this step, 0 to 1. */
  readonly share: number;
}
