import type { SearchHit, TextSearchWish } from '#shared/model/text-search.ts';

export interface SearchWork {
  readonly path: string;
  readonly wish: TextSearchWish;
}

/** What the thread found since the last message. */
export interface SearchMessage {
  readonly searched: number;
  /** Null: not counted yet. */
  readonly total: number | null;
  readonly notSearchable: number;
  readonly hits: readonly SearchHit[];
  /** The last message. */
  readonly isEnd: boolean;
  /** It found as many pages as it may, and there are pages left. */
  readonly hasMore: boolean;
}
