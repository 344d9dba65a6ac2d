import type { GridColumn } from '../ui/grid/virtual-grid.tsx';
import { Foreign } from '../ui/text/foreign.tsx';
import { shortUrl } from '../ui/text/format.ts';

interface Wanted<T> {
  readonly urlOf: (row: T) => string;
  /** Least width in pixels. */
  readonly width: number;
  /** URLs of this site are shown without it; '' shows them whole. */
  readonly base: string;
  readonly label?: string;
}

/** The column of a list that names its URLs; it takes the width that is left. */
export const urlColumn = <T,>({ urlOf, width, base, label = 'URL' }: Wanted<T>): GridColumn<T> => ({
  key: 'url',
  label,
  width,
  grow: true,
  cell: row => {
    const url = urlOf(row);
    return <Foreign title={url} text={base === '' ? url : shortUrl(url, base)} />;
  },
});
