import { type BrowserWindow, dialog, shell } from 'electron';
import type { ExportFormat } from '#shared/model/export.ts';
import { RpcError } from '#shared/rpc/errors.ts';
import { judgeExternalUrl } from './external-url.ts';

/** The system dialogs that the shell may show, and the only way to open the system browser. */
export interface Dialogs {
  /** An absolute path, or null if the user cancelled. */
  openCrawl(folder: string): Promise<string | null>;
  /** Asks for a crawl file to repair. */
  openDamaged(folder: string): Promise<string | null>;
  saveCrawl(suggestedPath: string): Promise<string | null>;
  saveReport(suggestedPath: string): Promise<string | null>;
  /** Asks for a picture for the cover of a report. */
  openLogo(folder: string): Promise<string | null>;
  saveText(suggestedPath: string): Promise<string | null>;
  /** Asks for a source of old robots.txt versions: a file, a folder of dated files, or another crawl. */
  openRobots(from: 'file' | 'folder' | 'crawl'): Promise<string | null>;
  /** Asks for a JSON file to import. */
  openJson(title: string): Promise<string | null>;
  /** Asks for the crawl to compare with the open one. */
  openOther(folder: string): Promise<string | null>;
  /** Asks for crawls of a trend; none: cancelled. */
  openCrawls(folder: string): Promise<readonly string[]>;
  /** Asks for a folder with crawls of a trend. */
  openCrawlFolder(folder: string): Promise<string | null>;
  /** Asks for a mapping of URLs: settings of a comparison, or pairs. */
  openMapping(folder: string): Promise<string | null>;
  /** Asks for ignore rules: another crawl, or a JSON document. */
  openRules(folder: string): Promise<string | null>;
  /** Asks for crawl settings: a settings file, or another crawl. */
  openSettings(folder: string): Promise<string | null>;
  saveData(suggestedPath: string, format: DataFormat): Promise<string | null>;
  /** Shows a file in the system's file manager. */
  showInFolder(path: string): void;
  /** Refuses anything but a plain HTTP URL, asks the user, then opens it. Rejects with RpcError. */
  openExternal(url: string): Promise<void>;
  /** True if the user agrees to stop the running crawl of `file`. The crawl can be resumed later. */
  stopCrawl(file: string, to: 'open' | 'close'): Promise<boolean>;
  /** True if the user chooses to restart the engine. */
  engineDown(reason: string): Promise<boolean>;
}

export type DataFormat = ExportFormat | 'json' | 'db' | 'xml' | 'gz' | 'har' | 'graphml' | 'html' | 'pdf';

const dataNames = {
  csv: 'CSV table',
  json: 'JSON document',
  jsonl: 'JSON Lines',
  xlsx: 'Excel workbook',
  parquet: 'Parquet file',
  db: 'SQLite database',
  har: 'HTTP Archive',
  graphml: 'GraphML graph',
  html: 'HTML document',
  pdf: 'PDF document',
  xml: 'XML sitemap',
  gz: 'Packed sitemap',
} as const satisfies Record<DataFormat, string>;

const reportFilters = [{ name: 'HTML document', extensions: ['html'] }];
const filters = [{ name: 'Crawlscope crawl', extensions: ['crawl'] }];

/** In test builds: the path the file dialogs return ('' cancels), and `open` to confirm an external address. */
const testPath = (): string | undefined => (__TEST_HOOKS__ ? process.env['CRAWLSCOPE_TEST_DIALOG_PATH'] : undefined);
/** Of the damaged file, because a repair asks for two paths. */
const testRepairPath = (): string | undefined =>
  __TEST_HOOKS__ ? (process.env['CRAWLSCOPE_TEST_REPAIR_PATH'] ?? testPath()) : undefined;
const testExternal = (): string | undefined => (__TEST_HOOKS__ ? process.env['CRAWLSCOPE_TEST_EXTERNAL'] : undefined);

export function systemDialogs(window: () => BrowserWindow | null, now: () => number): Dialogs {
  let lastExternalAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  const parent = (): BrowserWindow => {
    const owner = window();
    if (!owner) throw new RpcError('unavailable', 'The window is closed.');
    return owner;
  };
  return {
    async openCrawl(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        defaultPath: folder,
        filters,
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openDamaged(folder) {
      const answer = testRepairPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Choose a crawl file to repair',
        buttonLabel: 'Repair',
        defaultPath: folder,
        filters: [...filters, { name: 'All files', extensions: ['*'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async saveCrawl(suggestedPath) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showSaveDialog(parent(), {
        defaultPath: suggestedPath,
        filters,
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePath ?? null);
    },
    async saveReport(suggestedPath) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showSaveDialog(parent(), {
        defaultPath: suggestedPath,
        filters: reportFilters,
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePath ?? null);
    },
    async openLogo(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Choose a logo',
        buttonLabel: 'Choose',
        defaultPath: folder,
        filters: [{ name: 'PNG or JPEG picture', extensions: ['png', 'jpg', 'jpeg'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async saveText(suggestedPath) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showSaveDialog(parent(), {
        defaultPath: suggestedPath,
        filters: [{ name: 'Text', extensions: ['txt'] }],
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePath ?? null);
    },
    async openRobots(from) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const titles = {
        file: 'Import a robots.txt',
        folder: 'Import a folder of dated files',
        crawl: 'Import from another crawl',
      };
      const chosen = await dialog.showOpenDialog(parent(), {
        title: titles[from],
        buttonLabel: 'Import',
        ...(from === 'crawl' ? { filters } : {}),
        properties: [from === 'folder' ? 'openDirectory' : 'openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openJson(title) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title,
        buttonLabel: 'Import',
        filters: [{ name: 'JSON document', extensions: ['json'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openOther(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Compare with another crawl',
        buttonLabel: 'Compare',
        defaultPath: folder,
        filters,
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openCrawls(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer === '' ? [] : answer.split('\n');
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Choose the crawls of the trend',
        buttonLabel: 'Choose',
        defaultPath: folder,
        filters,
        properties: ['openFile', 'multiSelections', 'dontAddToRecent'],
      });
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async openCrawlFolder(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Choose the folder with the crawls of the trend',
        buttonLabel: 'Choose',
        defaultPath: folder,
        properties: ['openDirectory', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openMapping(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Take over a mapping of URLs',
        buttonLabel: 'Take over',
        defaultPath: folder,
        filters: [{ name: 'Mapping or pairs of URLs', extensions: ['json', 'csv', 'tsv', 'txt'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openRules(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Take over ignore rules',
        buttonLabel: 'Take over',
        defaultPath: folder,
        filters: [{ name: 'Crawls and ignore rules', extensions: ['crawl', 'json'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async openSettings(folder) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showOpenDialog(parent(), {
        title: 'Choose settings or a crawl',
        buttonLabel: 'Choose',
        defaultPath: folder,
        filters: [{ name: 'Settings and crawls', extensions: ['json', 'crawl'] }],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async saveData(suggestedPath, format) {
      const answer = testPath();
      if (answer !== undefined) return answer || null;
      const chosen = await dialog.showSaveDialog(parent(), {
        defaultPath: suggestedPath,
        filters: [{ name: dataNames[format], extensions: [format] }],
        properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return chosen.canceled ? null : (chosen.filePath ?? null);
    },
    showInFolder(path) {
      // A test looks at the file itself; a file manager would open outside its window.
      if (!__TEST_HOOKS__) shell.showItemInFolder(path);
    },
    async openExternal(text) {
      const url = judgeExternalUrl(text);
      if (url.kind === 'refused') throw new RpcError('refused', url.problem);
      if (isAsking || now() - lastExternalAt < 1_000)
        throw new RpcError('refused', 'Another URL is waiting for your answer. Open one URL at a time.');
      isAsking = true;
      lastExternalAt = now();
      try {
        if (await confirmed(url.host, url.href)) await shell.openExternal(url.href);
      } finally {
        isAsking = false;
        lastExternalAt = now();
      }
    },
    async stopCrawl(file, to) {
      // Tests end the app while it crawls. Tests of this dialog set 'keep', or 'ask' for the dialog itself.
      const answer = __TEST_HOOKS__ ? process.env['CRAWLSCOPE_TEST_STOP'] : 'ask';
      if (answer !== 'ask') return answer !== 'keep';
      const { response } = await dialog.showMessageBox(parent(), {
        type: 'question',
        message: `“${file}” is still crawling.`,
        detail: 'The crawl stops. Nothing stored is lost, and you can resume it later.',
        buttons: [to === 'open' ? 'Stop and open' : 'Stop and close', 'Keep crawling'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      });
      return response === 0;
    },
    async engineDown(reason) {
      if (__TEST_HOOKS__) return false;
      const { response } = await dialog.showMessageBox(parent(), {
        type: 'error',
        message: 'The crawl engine is not running.',
        detail: reason,
        buttons: ['Start it again', 'Not now'],
        defaultId: 0,
        cancelId: 1,
        noLink: true,
      });
      return response === 0;
    },
  };

  async function confirmed(host: string, href: string): Promise<boolean> {
    const answer = testExternal();
    if (answer !== undefined) return answer === 'open';
    const { response } = await dialog.showMessageBox(parent(), {
      type: 'question',
      message: `Open ${host} in your browser?`,
      detail: href.length > 300 ? `${href.slice(0, 300)}…` : href,
      buttons: ['Open', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  }
}
