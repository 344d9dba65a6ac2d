import type { RobotsFile, RobotsGroup, RobotsLine, RobotsOverride } from '#shared/model/robots.ts';
import type { FileLines } from './file-lines.ts';

interface Parts {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: RobotsFile['sitemaps'];
  readonly bytes: number;
  readonly override: RobotsOverride | null;
}

/** A robots.txt as a dialect interprets it. Groups and rules are kept; lines are read again from the text when they are asked for. */
export class ParsedFile implements RobotsFile {
  readonly dialect: string;
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: RobotsFile['sitemaps'];
  readonly bytes: number;
  readonly override?: RobotsOverride;
  readonly #lines: FileLines;

  constructor(dialect: string, lines: FileLines, { groups, sitemaps, bytes, override }: Parts) {
    this.dialect = dialect;
    this.groups = groups;
    this.sitemaps = sitemaps;
    this.bytes = bytes;
    if (override !== null) this.override = override;
    this.#lines = lines;
  }

  get lines(): readonly RobotsLine[] {
    return this.#lines.all();
  }

  get lineCount(): number {
    return this.#lines.count;
  }

  line(number: number): RobotsLine | undefined {
    return this.#lines.line(number);
  }
}

/** A file without a line, for a site where no rule counts. */
export function emptyFile(dialect: string): RobotsFile {
  return { dialect, lines: [], lineCount: 0, groups: [], sitemaps: [], bytes: 0, line: () => undefined };
}
