import type { RobotsFile, RobotsGroup, RobotsLine, RobotsOverride } from '#shared/model/robots.ts';
import type { FileLines } from './file-lines.ts';

interface Parts {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: RobotsFile['sitemaps'];
  readonly bytes: number;
  readonly override: RobotsOverride | null;
}

/** A robots.txt as a dialect interprets it. Groups and rules are kept; single lines are parsed again when needed. */
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

/** A file without lines, for a site where no rule applies. */
export function emptyFile(dialect: string): RobotsFile {
  return { dialect, lines: [], lineCount: 0, groups: [], sitemaps: [], bytes: 0, line: () => undefined };
}
