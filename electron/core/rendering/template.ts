import { folderOf } from '../traps/shape.ts';

const longest = 300;

/**
 * What pages that are alike share: host, first folder and the names of the parameters. Pages of one folder mostly come from one program
 * and one layout.
 */
export const templateOf = (url: string): string => folderOf(url).slice(0, longest);
