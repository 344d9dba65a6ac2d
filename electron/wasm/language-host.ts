/** What the scores of languages ask of JavaScript: the entry of a UTF-16 unit in the table at UNITS (see `language.ts`). */
export declare function letter(unit: i32): i32;
