import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { joinedRules } from '#shared/model/rules.ts';
import { fail } from '#shared/rpc/errors.ts';
import { openWhole, refuseCrawlFile } from '../../export/whole-file.ts';
import { parseRuleFile, type RuleDesk, ruleFileText } from './rule-desk.ts';

const longestFile = 4 * 1024 * 1024;

/**
 * Adds the rules of a JSON file, and starts a run. If a rule is faulty, throws an RpcError that names the first
 * fault, and adds none.
 */
export async function importRules(desk: RuleDesk, path: string): Promise<{ readonly added: number }> {
  if (statSync(path).size > longestFile)
    fail('bad_request', `${basename(path)} is longer than 4 MiB: it is not a file of rules.`);
  const added = parseRuleFile(readFileSync(path, 'utf8'));
  const rules = joinedRules(desk.known(), added);
  const { problems } = await desk.save(rules, added);
  const [first] = Object.entries(problems);
  if (first) {
    const [field, problem] = Object.entries(first[1])[0] ?? [];
    fail('bad_request', `${rules[Number(first[0])]?.name ?? 'A rule'}, ${field}: ${problem} Nothing was imported.`);
  }
  return { added: added.length };
}

/** Writes the rules as a JSON file, completely or not at all. */
export function exportRules(desk: RuleDesk, path: string): void {
  refuseCrawlFile(path);
  const file = openWhole(path);
  try {
    file.write(ruleFileText(desk.known()));
    file.finish();
  } finally {
    file.discard();
  }
}
