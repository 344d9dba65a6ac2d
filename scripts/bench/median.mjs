/** The middle one of some numbers in order; of two in the middle, the greater. */
export const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
