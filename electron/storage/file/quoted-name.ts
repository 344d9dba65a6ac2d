/** A name of a table or column, as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
