/**
 * Whether the ids of so many URLs, up to `last`, are too far apart for arrays by id. Crawlscope numbers URLs from 1 without gaps, so only a damaged
 * or foreign file has such ids.
 */
export const areFarApart = (last: number, urls: number): boolean => last > urls * 100 + 1_000_000;
