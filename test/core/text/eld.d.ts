/** What we use of eld 2, whose own types its package does not lead to. */
declare module 'eld/extrasmall' {
  export const eld: {
    /** `language` is an ISO 639-1 code, '' for none; scores from the best down. Reads 350 to 380 bytes of UTF-8. */
    detect(text: string): { language: string; getScores(): Record<string, number>; isReliable(): boolean };
  };
}
