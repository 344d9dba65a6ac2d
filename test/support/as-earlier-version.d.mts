/** Makes a crawl file of this version what version 28 to 31 left. */
export function asEarlierVersion(path: string, version: 28 | 29 | 30 | 31): void;
