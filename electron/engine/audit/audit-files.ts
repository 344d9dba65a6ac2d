import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AuditSettingsChanged } from '#shared/model/audit-settings.ts';
import { fail } from '#shared/rpc/errors.ts';
import { writeWhole } from '../../export/whole-file.ts';
import { openOther, refusal } from '../compare/other-crawl.ts';
import type { Reader } from '../reader/reader.ts';
import type { CrawlFile } from '../session/file.ts';
import { isDatabaseFile } from '../session/file-kind.ts';
import { storedAuditSettings } from './audit-file.ts';
import { readIgnoreRules, writtenIgnoreRules } from './ignore-rules-file.ts';
import type { KeptAuditSettings } from './kept-settings.ts';
import { newRules } from './settings.ts';

/** A document of rules is not larger. */
const mostBytes = 20_000_000;

/** Work of the audit that names other files. Only the shell may request it. */
export function auditFiles(file: CrawlFile, audit: KeptAuditSettings, reader: Pick<Reader, 'setBaseline'>) {
  return {
    async setBaseline(path: string | null): Promise<void> {
      // Refused now, with a sentence, not by the audit later.
      if (path !== null) openOther(path, file.path).close();
      await reader.setBaseline(path);
      if (file.readOnly) return;
      file.store.transaction(() => file.store.crawl.event(Date.now(), 'audit-baseline', path === null ? '' : basename(path)));
    },
    /** A crawl file of this name beside the open one. */
    besideBaseline(): string {
      const name = file.store.crawl.lastBaseline();
      return name === ''
        ? fail('not_found', 'This crawl was not compared with another one yet.')
        : join(dirname(file.path), name);
    },
    async takeIgnoreRules(path: string): Promise<AuditSettingsChanged> {
      const rules = newRules(audit.read().rules, rulesIn(path));
      if (rules.length === 0) return { ids: [], kept: file.readOnly ? 'session' : 'file' };
      return audit.change({ do: 'add', rules });
    },
    saveIgnoreRules(path: string): void {
      try {
        writeWhole(path, writtenIgnoreRules(audit.read().rules));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
        fail('refused', `“${basename(path)}” could not be written (${String(error.code)}). Choose another place.`);
      }
    },
  };
}

/** The ignore rules of a crawl file or of a JSON document. */
function rulesIn(path: string) {
  const name = basename(path);
  if (isDatabaseFile(path)) {
    try {
      return storedAuditSettings(path).rules;
    } catch (error) {
      throw refusal(error, name);
    }
  }
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostBytes)
    fail('refused', `“${name}” is too large for ignore rules.`);
  const read = readIgnoreRules(readFileSync(path, 'utf8'), Date.now());
  return 'problem' in read ? fail('bad_request', `“${name}” cannot be used: ${read.problem}.`) : read.rules;
}
