/** Makes a crawl file of this version what version 28, 29 or 30 left. */
export function asEarlierVersion(path: string, version: 28 | 29 | 30): void;
