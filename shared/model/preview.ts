/** A text as a search result shows it. */
export interface PreviewText {
  /** As shown: cut after a word, with an ellipsis. '' where the page has none. */
  readonly text: string;
  /** Of the whole text, and what fits, in pixels. */
  readonly pixels: number;
  readonly mostPixels: number;
  readonly isCut: boolean;
}

/** One text of a social card, and the meta element it comes from ('title' for the page's own). '' for none. */
export interface CardText {
  readonly text: string;
  readonly from: string;
}

/** How a page may look elsewhere. Images are named, never loaded. */
export interface PagePreview {
  readonly search: { readonly address: string; readonly title: PreviewText; readonly description: PreviewText };
  /** Null where the file has no facts of the page. */
  readonly social: {
    readonly title: CardText;
    readonly description: CardText;
    readonly image: CardText;
    readonly site: CardText;
    /** The type of a Twitter card, '' for none. */
    readonly card: string;
  } | null;
}
