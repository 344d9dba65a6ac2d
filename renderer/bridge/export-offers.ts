import type { ExportList } from '#shared/export-list.ts';

/** A list that is on screen, as the export dialog offers it. */
export interface ExportOffer {
  readonly label: string;
  readonly list: ExportList;
  /** Rows, null while that is not known. */
  readonly count: number | null;
  /** Names of the columns on screen in their order; null for a list whose columns are always all. */
  readonly shown: readonly string[] | null;
}

/** What each export button on screen or in a hidden view offers. */
const offered = new Map<Element, ExportOffer>();
let wanted: Element | null = null;

/** Registers what a button offers. Returns the function that ends it. */
export function offerExport(button: Element, offer: ExportOffer): () => void {
  offered.set(button, offer);
  return () => void offered.delete(button);
}

/** The dialog opens next with the list of this button. */
export function wantExport(button: Element): void {
  wanted = button;
}

/** Views behind the current one are invisible, but still laid out. */
const isVisible = (element: Element): boolean =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';

/** The lists on screen, in page order, and the index of the one whose button opened the dialog. */
export function takeOffers(): { readonly offers: readonly ExportOffer[]; readonly first: number } {
  const onScreen = [...offered].filter(([button]) => isVisible(button));
  onScreen.sort(([a], [b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const first = onScreen.findIndex(([button]) => button === wanted);
  wanted = null;
  return { offers: onScreen.map(([, offer]) => offer), first: Math.max(0, first) };
}
