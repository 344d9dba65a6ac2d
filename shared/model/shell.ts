export interface ShellInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly engine: string;
  /** '' or why this is not the declared runtime, one sentence. */
  readonly runtimeNote: string;
  /** Whether the window runs in Chromium's sandbox. */
  readonly isSandboxed: boolean;
  /** Other switches of this start that may turn off a protection or open a debugger, with their dashes. */
  readonly weakSwitches: readonly string[];
  /** Whether Crawlscope runs as root. Windows has no such user. */
  readonly isRoot: boolean;
  readonly platform: string;
}

export interface FileInfo {
  /** Null when no file is open. The name is for display; the path never leaves the shell except shortened for titles. */
  readonly name: string;
  readonly folder: string;
}

export interface RecentFile {
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly openedAt: number;
  readonly missing: boolean;
}

/** An export that began. */
export interface ExportStarted {
  readonly id: number;
  readonly grant: string;
  readonly file: FileInfo;
}

/** A report on the whole crawl that began. */
export type SiteReportStarted = Omit<ExportStarted, 'id'>;

/** A file that the user chose in a dialog. `grant` names it in later calls. */
export interface GrantedFile extends FileInfo {
  readonly grant: string;
}

export type FileOutcome = { readonly file: FileInfo } | { readonly cancelled: true };
