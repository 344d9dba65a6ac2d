import { z } from 'zod';
import { SortKey } from '../export-list.ts';
import type { CheckInfo } from '../model/audit.ts';
import type { AuditSettingsChanged, AuditSettingsView } from '../model/audit-settings.ts';
import {
  hitsShown,
  type IssueGroup,
  type IssuePair,
  type IssuesView,
  type IssueUrl,
  type ShownFinding,
  type UrlIssues,
} from '../model/issues.ts';
import { mostRules } from '../model/rule-limits.ts';
import type { RuleCounts, RuleFinding, RuleSaved, RulesView, RuleTest } from '../model/rules.ts';
import type { FileInfo, FileOutcome } from '../model/shell.ts';
import { engineCall, readCall, shellCall } from '../rpc/define.ts';
import { AuditSettingsChange, CheckId, Count, Id, None, text, Url } from '../rpc/inputs.ts';
import { RuleInput } from '../rules-file.ts';

/** Procedures of the window: what is wrong with the site, and rules of the user. */
export const auditProcedures = {
  /** Every check there is, in the order of the catalogue. */
  'issues.checks': readCall<readonly CheckInfo[]>()(None),
  /**
   * Audits the crawl in the background, unless the results are those of the file as it is. While a crawl changes the file, the next
   * audit waits some seconds. `again`: also after a cancel or a failure.
   */
  'issues.start': readCall<void>()(z.strictObject({ again: z.boolean().optional(), segment: text(40).nullable().optional() })),
  /** Thresholds and ignore rules of the open crawl. */
  'issues.settings': readCall<AuditSettingsView>()(None),
  /** Changes them: in the file, or for this session if the file is read-only. */
  'issues.change': engineCall<AuditSettingsChanged>()(AuditSettingsChange),
  /**
   * The state of the audit, and the results of the last finished run. `known`: the run whose results the caller has,
   * 0 for none.
   */
  'issues.read': readCall<IssuesView>()(z.strictObject({ known: Id })),
  'issues.cancel': readCall<void>()(None),
  /** Lets the user choose an earlier crawl in a dialog, and compares the audit with it. */
  'issues.chooseBaseline': shellCall<FileOutcome>()(None),
  /** Compares with the crawl of the last time, if it is still in the folder of the open file. */
  'issues.lastBaseline': shellCall<void>()(None),
  'issues.dropBaseline': engineCall<void>()(None),
  /** Takes over the ignore rules of another crawl, or of a JSON document, that the user chooses. Null: cancelled. */
  'issues.takeRules': shellCall<AuditSettingsChanged | null>()(None),
  /** Writes the ignore rules as JSON where the user chooses. */
  'issues.saveRules': shellCall<FileOutcome>()(None),
  /** The URLs that a check hit, or those of one of its groups of duplicates. */
  'issues.urls': readCall<{ readonly total: number; readonly rows: readonly IssueUrl[] }>()(
    z.strictObject({
      check: CheckId,
      show: z.enum(hitsShown),
      group: text(100).nullable(),
      sort: SortKey,
      descending: z.boolean(),
      from: Id,
      limit: Count,
    }),
  ),
  /** The evidence of one check about one URL; null if it did not hit, or does not any more. */
  'issues.finding': readCall<ShownFinding | null>()(z.strictObject({ check: CheckId, url: Url })),
  /** What every check says of one URL. */
  'issues.ofUrl': readCall<UrlIssues>()(z.strictObject({ url: Url })),
  /** Two pages side by side: their facts, and where their readable texts differ. */
  'issues.pair': readCall<IssuePair>()(z.strictObject({ left: Url, right: Url })),
  /** Groups of duplicates that a check found, largest first. */
  'issues.groups': readCall<{ readonly total: number; readonly rows: readonly IssueGroup[] }>()(
    z.strictObject({ check: CheckId, from: Id, limit: Count }),
  ),

  'rules.get': engineCall<RulesView>()(None),
  /** Replaces all custom rules, and starts a run. With problems, nothing is stored. */
  'rules.save': engineCall<RuleSaved>()(z.strictObject({ rules: z.array(RuleInput).max(mostRules) })),
  'rules.run': engineCall<void>()(None),
  'rules.cancel': engineCall<void>()(None),
  /** Allows the rules that came with a file of another installation. */
  'rules.allow': engineCall<void>()(None),
  /** What a rule finds on one stored page. Stores nothing. */
  'rules.test': engineCall<RuleTest>()(z.strictObject({ rule: RuleInput, url: Url })),
  /** Adds the rules of a JSON file that the user chooses; one with the same name is replaced. Null: cancelled. */
  'rules.import': shellCall<{ readonly added: number } | null>()(None),
  /** Writes the rules as a JSON file where the user chooses. */
  'rules.export': shellCall<FileInfo | null>()(None),
  /** What each search and extraction found, by the id of the rule. Looks through all pages, in slices. */
  'rules.counts': readCall<Readonly<Record<number, RuleCounts>>>()(None),
  /** What searches and extractions found on one page. */
  'rules.ofUrl': readCall<readonly RuleFinding[]>()(z.strictObject({ url: Url })),
} as const;
