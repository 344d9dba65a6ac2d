const running = 'width:100%;padding:0 14mm;font:8px system-ui,sans-serif;color:#444';

/** How Electron prints a report, for `webContents.printToPDF`. Margins are in inches; the running header and footer are in them. */
export const printLayout = {
  pageSize: 'A4',
  printBackground: true,
  displayHeaderFooter: true,
  /** Chromium fills the classes in, as text. */
  headerTemplate: `<div style="${running}"><span class="title"></span></div>`,
  footerTemplate: `<div style="${running};text-align:right"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`,
  margins: { top: 0.8, bottom: 0.75, left: 0.55, right: 0.55 },
} as const;
