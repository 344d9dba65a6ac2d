/** True while a modal dialog has the focus. The window's own keys then do nothing. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal]') !== null;
