import type { AuditSettingsChange, AuditSettingsChanged, StoredAuditSettings } from '#shared/model/audit-settings.ts';
import type { CrawlFile } from '../session/file.ts';
import { changeInMemory, changeStored } from './change-settings.ts';

/** The audit settings of an open crawl: in its file, or in memory if the file is read-only. */
export class KeptAuditSettings {
  readonly #file: CrawlFile;
  readonly #told: (settings: StoredAuditSettings) => Promise<void>;
  #session: StoredAuditSettings | null = null;

  /** `told`: called with all settings after a change in memory. */
  constructor(file: CrawlFile, told: (settings: StoredAuditSettings) => Promise<void>) {
    this.#file = file;
    this.#told = told;
  }

  read = (): StoredAuditSettings => this.#session ?? this.#file.store.audit.read();

  /** Makes a change. Throws an RpcError for a rule that cannot be used, or while another process crawls the file. */
  async change(wanted: AuditSettingsChange): Promise<AuditSettingsChanged> {
    const { store } = this.#file;
    if (this.#file.readOnly) {
      const { settings, changed } = changeInMemory(this.read(), wanted, Date.now());
      this.#session = settings;
      await this.#told(settings);
      return changed;
    }
    this.#file.mayWrite();
    return store.transaction(() => changeStored(store.audit, wanted, Date.now()));
  }
}
