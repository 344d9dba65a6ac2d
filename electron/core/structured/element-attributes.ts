/** The attributes of a start tag, read on first use. */
export interface ElementAttributes {
  /** The decoded value of an attribute, by its lower-case name; null when the tag does not have it. */
  get(name: string): string | null;
  /** False only if the tag has no attribute of microdata or RDFa. Quick: most tags have none. */
  mayBeStructured(): boolean;
}

/** Names separated by white space, without repetitions. */
export function tokensOf(value: string | null): readonly string[] {
  if (value === null) return [];
  return [...new Set(value.split(/[\t\n\f\r ]+/).filter(token => token !== ''))];
}
