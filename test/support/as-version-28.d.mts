/** Makes a crawl file of this version what the version before left. */
export function asVersion28(path: string): void;
