/** Makes a crawl file of this version what version 28 or 29 left. */
export function asEarlierVersion(path: string, version: 28 | 29): void;
