/** A ref that scrolls its element into the middle of the view when it appears. */
export const intoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });
