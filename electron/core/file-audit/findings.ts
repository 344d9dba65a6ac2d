import { type FileCheckCount, type FileCheckId, type FileDifference, fileChecks } from '#shared/model/file-audit.ts';

/** The longest text of a difference, in characters: pages and headers come from strangers. */
const longest = 400;
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

interface Count {
  checked: number;
  differences: number;
  readonly notRecomputable: Map<string, number>;
}

/** Collects what the audit of a file finds. Differences go to `told` one by one and are not kept. */
export class Findings {
  readonly #counts = new Map<FileCheckId, Count>(
    fileChecks.map(({ id }) => [id, { checked: 0, differences: 0, notRecomputable: new Map() }]),
  );
  readonly #told: (difference: FileDifference) => void;

  constructor(told: (difference: FileDifference) => void) {
    this.#told = told;
  }

  /** So many were compared. */
  checked(check: FileCheckId, count = 1): void {
    this.#of(check).checked += count;
  }

  differs(
    check: FileCheckId,
    subject: string,
    { stored, recomputed }: { readonly stored: string; readonly recomputed: string },
  ): void {
    this.#of(check).differences += 1;
    const invariant = fileChecks.find(({ id }) => id === check)?.invariant ?? '';
    this.#told({ check, invariant, subject: short(subject), stored: short(stored), recomputed: short(recomputed) });
  }

  /** Compares one value. */
  compare(check: FileCheckId, subject: string, values: { readonly stored: unknown; readonly recomputed: unknown }): void {
    this.checked(check);
    const [stored, recomputed] = [textOf(values.stored), textOf(values.recomputed)];
    if (stored !== recomputed) this.differs(check, subject, { stored, recomputed });
  }

  notRecomputable(check: FileCheckId, why: string, count = 1): void {
    if (count === 0) return;
    const { notRecomputable } = this.#of(check);
    notRecomputable.set(why, (notRecomputable.get(why) ?? 0) + count);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, { differences }) => sum + differences, 0);
  }

  summary(): FileCheckCount[] {
    return fileChecks.map(({ id, invariant, name }) => {
      const { checked, differences, notRecomputable } = this.#of(id);
      return { check: id, invariant, name, checked, differences, notRecomputable: Object.fromEntries(notRecomputable) };
    });
  }

  #of(check: FileCheckId): Count {
    return this.#counts.get(check) as Count;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
