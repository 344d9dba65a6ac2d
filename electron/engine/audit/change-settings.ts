import { ignoreRuleProblem } from '#core/audit/ignore.ts';
import {
  type AuditSettingsChange,
  type AuditSettingsChanged,
  type IgnoreRule,
  mostIgnoreRules,
  type StoredAuditSettings,
  type StoredIgnoreRule,
} from '#shared/model/audit-settings.ts';
import { fail } from '#shared/rpc/errors.ts';
import type { AuditSettingsTable } from '#storage/tables/audit-settings.ts';

/** Changes of the audit's settings: in the crawl file, or in memory if the file is read-only. */

const gone = 'This ignore rule does not exist any more.';

/** Refuses a rule that could not be used. */
function refuseBadRule(rule: Omit<IgnoreRule, 'addedAt'>): void {
  const problem = ignoreRuleProblem(rule);
  if (problem !== '') fail('bad_request', problem);
}

function refuseBad(change: AuditSettingsChange, known: number): void {
  if (change.do === 'change') refuseBadRule(change.rule);
  if (change.do !== 'add') return;
  for (const rule of change.rules) refuseBadRule(rule);
  if (known + change.rules.length > mostIgnoreRules)
    fail('refused', `A crawl can have ${mostIgnoreRules} ignore rules. Remove some, or use a prefix or a pattern.`);
}

/** Makes a change in the file. Call it in a transaction. Throws an RpcError for a rule that cannot be used. */
export function changeStored(table: AuditSettingsTable, change: AuditSettingsChange, at: number): AuditSettingsChanged {
  refuseBad(change, table.ruleCount());
  const done = (ids: readonly number[]): AuditSettingsChanged => ({ ids, kept: 'file' });
  switch (change.do) {
    case 'limits':
      table.setLimits(change.limits);
      return done([]);
    case 'add':
      return done(change.rules.map(rule => table.addRule({ ...rule, addedAt: at })));
    case 'change':
      if (!table.changeRule(change.id, change.rule)) fail('not_found', gone);
      return done([]);
    case 'remove':
      if (!change.ids.map(table.removeRule).every(Boolean)) fail('not_found', gone);
      return done([]);
  }
}

/** The same change of settings in memory. */
export function changeInMemory(
  settings: StoredAuditSettings,
  change: AuditSettingsChange,
  at: number,
): { readonly settings: StoredAuditSettings; readonly changed: AuditSettingsChanged } {
  const { rules } = settings;
  refuseBad(change, rules.length);
  const done = (next: Partial<StoredAuditSettings>, ids: readonly number[] = []) => ({
    settings: { ...settings, ...next },
    changed: { ids, kept: 'session' as const },
  });
  switch (change.do) {
    case 'limits':
      return done({ limits: change.limits });
    case 'add': {
      const first = rules.reduce((most, { id }) => Math.max(most, id), 0) + 1;
      const added = change.rules.map((rule, at_): StoredIgnoreRule => ({ ...rule, id: first + at_, addedAt: at }));
      return done(
        { rules: [...rules, ...added] },
        added.map(({ id }) => id),
      );
    }
    case 'change':
      if (!rules.some(({ id }) => id === change.id)) fail('not_found', gone);
      return done({ rules: rules.map(rule => (rule.id === change.id ? { ...rule, ...change.rule } : rule)) });
    case 'remove':
      if (change.ids.some(id => !rules.some(rule => rule.id === id))) fail('not_found', gone);
      return done({ rules: rules.filter(({ id }) => !change.ids.includes(id)) });
  }
}
