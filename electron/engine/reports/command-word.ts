/** A word of a command line, quoted if a shell needs it. */
export const word = (text: string): string =>
  /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
