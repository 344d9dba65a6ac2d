import type { FindingCount, SitemapFinding } from './findings.ts';
import { Findings, shown } from './findings.ts';

/** Entries that are remembered. A site with more is compared as far as this. */
const mostEntries = 3_000_000;
/** Entries with hreflang links that are remembered. */
const mostSets = 500_000;

/** An entry whose address can be used, as one file has it. */
export interface PlacedEntry {
  readonly url: string;
  readonly line: number;
  /** Targets of its hreflang links that should link back; x-default apart. */
  readonly targets: readonly { readonly url: string; readonly line: number }[];
}

/** What the files of an index show only together. */
export interface AcrossFiles {
  readonly files: number;
  /** Entries of all files, and hreflang links to entries of other files. */
  readonly entries: number;
  readonly pairs: number;
  /** Not compared, because there are too many. */
  readonly left: number;
  /** Each names its file. */
  readonly findings: readonly SitemapFinding[];
  readonly counts: readonly FindingCount[];
}

const ownCopy = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** Three hashes of a text: 53 bits as one number, and 32 more. Equal for different texts once in 10^25 pairs. */
function hashesOf(text: string): readonly [key: number, check: number] {
  let [a, b, c] = [0x811c9dc5, 0x9747b28c, 0x2c1b3c6d];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b) ^ (b >>> 15);
    c = Math.imul(c ^ unit, 0xc2b2ae35) ^ (c >>> 13);
  }
  return [(a >>> 0) * 0x200000 + ((b ^ (b >>> 16)) & 0x1fffff), c >>> 0];
}

interface Known {
  readonly check: number;
  readonly file: number;
  readonly line: number;
}

interface LinkSet {
  readonly url: string;
  readonly file: number;
  readonly targets: readonly { readonly url: string; readonly line: number }[];
}

/**
 * Finds what no file shows alone: a URL in several files, and hreflang links to an entry of another file that does not link back. Keeps a
 * hash of each address, and the texts of hreflang links only.
 */
export class AcrossFilesRules {
  readonly #findings = new Findings();
  readonly #files: string[] = [];
  readonly #known = new Map<number, Known>();
  readonly #sets = new Map<string, LinkSet>();
  readonly #texts = new Map<string, string>();
  #entries = 0;
  #left = 0;

  /** What follows are the entries of this file. */
  file(source: string): void {
    this.#files.push(source);
  }

  add({ url, line, targets }: PlacedEntry): void {
    this.#entries++;
    const file = this.#files.length - 1;
    const [key, check] = hashesOf(url);
    const first = this.#known.get(key);
    if (first?.check === check) {
      // Twice in one file is a problem of that file.
      if (first.file !== file)
        this.#say(
          'duplicate-files',
          file,
          line,
          `${shown(url)} is in ${this.#files[first.file] ?? ''}, line ${first.line}, too.`,
        );
    } else if (first === undefined) {
      if (this.#known.size < mostEntries) this.#known.set(key, { check, file, line });
      else this.#left++;
    }
    this.#findings.next('entries');
    if (targets.length === 0 || this.#sets.has(url)) return;
    if (this.#sets.size >= mostSets) {
      this.#left++;
      return;
    }
    const kept = targets.map(target => ({ url: this.#kept(target.url), line: target.line }));
    this.#sets.set(this.#kept(url), { url: this.#kept(url), file, targets: kept });
  }

  finish(): AcrossFiles {
    let pairs = 0;
    for (const { url, file, targets } of this.#sets.values()) {
      for (const target of targets) {
        const [key, check] = hashesOf(target.url);
        const entry = this.#known.get(key);
        if (entry?.check !== check || entry.file === file) continue;
        pairs++;
        const back = this.#sets.get(target.url)?.targets.some(each => each.url === url) ?? false;
        if (!back) {
          const where = `${this.#files[entry.file] ?? ''}, line ${entry.line}`;
          this.#say(
            'hreflang-return-files',
            file,
            target.line,
            `${shown(target.url)} (${where}) has no hreflang link back to ${shown(url)}.`,
          );
        }
        this.#findings.next('pairs');
      }
    }
    const totals = {
      files: this.#files.length,
      entries: this.#entries,
      dates: 0,
      images: 0,
      videos: 0,
      articles: 0,
      alternates: 0,
      pairs,
    };
    return {
      files: this.#files.length,
      entries: this.#entries,
      pairs,
      left: this.#left,
      findings: [...this.#findings.list()].sort((a, b) => this.#files.indexOf(a.file ?? '') - this.#files.indexOf(b.file ?? '')),
      counts: this.#findings.counts(totals),
    };
  }

  #say(code: 'duplicate-files' | 'hreflang-return-files', file: number, line: number, message: string): void {
    this.#findings.add(code, line, message, this.#files[file] ?? '');
  }

  /** One copy of a text that keeps no file in memory. */
  #kept(text: string): string {
    let kept = this.#texts.get(text);
    if (kept === undefined) {
      kept = ownCopy(text);
      this.#texts.set(kept, kept);
    }
    return kept;
  }
}
