import type { CheckInfo } from '#shared/model/audit.ts';
import type { AuditSettingsView, StoredAuditSettings, StoredIgnoreRule } from '#shared/model/audit-settings.ts';
import { type AuditSettings, auditSettings, dayOf } from './settings.ts';

/** What the settings are read from. */
export interface SettingsReads {
  /** Thresholds and ignore rules of the file. */
  stored(): StoredAuditSettings;
  /** Changes after every commit of another connection. */
  version(): number;
}

/** The settings in force. */
export interface ReadSettings extends AuditSettings {
  readonly rules: readonly StoredIgnoreRule[];
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Grows when thresholds or rules change, or a rule expires. */
  readonly number: number;
}

/** Reads the audit settings of the open crawl: those of the file, or those of the session if the file is read-only. */
export class SettingsReader {
  readonly #reads: SettingsReads;
  readonly #checks: ReadonlyMap<string, CheckInfo>;
  #session: StoredAuditSettings | null = null;
  #known: (ReadSettings & { readonly version: number }) | null = null;

  constructor(reads: SettingsReads, checks: ReadonlyMap<string, CheckInfo>) {
    this.#reads = reads;
    this.#checks = checks;
  }

  /** Uses these settings from now on instead of those of the file. */
  use(settings: StoredAuditSettings): void {
    this.#session = settings;
    if (this.#known) this.#known = { ...this.#known, version: -1 };
  }

  /** The settings as they are now. Reads the file again only after it changed, or on another day. */
  now(): ReadSettings {
    const version = this.#reads.version();
    const today = dayOf(new Date());
    const known = this.#known;
    if (known && known.version === version && known.today === today) return known;
    const stored = this.#session ?? this.#reads.stored();
    const read = auditSettings(stored, this.#checks, today);
    const isSame = known !== null && said(known) === said(read);
    this.#known = { ...read, rules: stored.rules, today, version, number: (known?.number ?? 0) + (isSame ? 0 : 1) };
    return this.#known;
  }

  view(): AuditSettingsView {
    const { judged, limits, problems } = this.now();
    return { limits, rules: judged.rules, problems, kept: this.#session ? 'session' : 'file' };
  }
}

const said = ({ judged, limits }: AuditSettings): string => JSON.stringify([judged.rules, limits]);
