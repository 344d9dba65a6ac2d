/** What the hot loops ask of JavaScript: see `MachineHost` in electron/core/html/page-machine.ts. */

/** Looks a UTF-16 unit up and keeps its entry in the table at FOLDED; returns the entry. */
export declare function learn(unit: i32): i32;

/**
 * Reads the character reference whose '&' is byte `at` of the page. Returns how many UTF-16 units it stands for, 0 where it is none.
 * RESULT then holds the place behind it and the units.
 */
export declare function reference(at: i32): i32;

/** A phrase may begin at unit `at` of the area: its first two words have this hash. */
export declare function phrase(at: i32, pair: i32): void;

/** A copyright notice may begin at unit `at` of the area. `length`: units that may be looked at. */
export declare function notice(at: i32, length: i32): void;

/** Whether a sentence ends before the units `after` and `next`, one of which is beyond ASCII; `next` is 0 for none. */
export declare function sentenceEnds(after: i32, next: i32): i32;

/** An element of a kind that JavaScript watches has closed: its number, where its start tag began, and where it ends. */
export declare function closed(id: i32, start: i32, end: i32): void;
