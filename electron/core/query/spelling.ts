/**
 * Text with its percent-encoded UTF-8 decoded: `caf%C3%A9` is `café`. What is not valid UTF-8 stays as it is written. Linear in the
 * length of the text.
 */
export const decodedText = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run);
    } catch (error) {
      if (error instanceof URIError) return run;
      throw error;
    }
  });

/** How a text may be written in a URL or on a page: as typed, and decoded where that differs. Lower case. */
export function spellings(text: string): readonly string[] {
  const typed = text.toLowerCase();
  const decoded = decodedText(text).toLowerCase();
  return decoded === typed ? [typed] : [typed, decoded];
}
