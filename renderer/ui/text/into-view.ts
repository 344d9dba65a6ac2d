/** A ref that scrolls its element into the middle of the view when it appears. Gives nothing back: newer Chromium returns a promise. */
export const intoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'center' });
};
