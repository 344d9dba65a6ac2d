/** The middle one of some numbers in order; of two in the middle, the greater. */
export const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** The smallest of some numbers, which are sorted, that a share `q` of them do not exceed; 0 of none. */
export const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)] ?? 0;
