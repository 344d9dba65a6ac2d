import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readComparison, writtenComparison } from '#core/compare/comparison-settings.ts';
import { readPairs } from '#core/compare/mapping-pairs.ts';
import type { UrlMapping } from '#shared/model/url-mapping.ts';
import { fail } from '#shared/rpc/errors.ts';
import { writeWhole } from '../../export/whole-file.ts';

const mostBytes = 200_000_000;

/** Reads the settings of a comparison (JSON), or pairs of URLs (CSV), which are added to the rules there are. Throws an `RpcError`. */
export function readMappingFile(path: string, mapping: UrlMapping): UrlMapping {
  const name = basename(path);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) fail('not_found', `“${name}” does not exist any more. Choose another file.`);
  if (stat.size > mostBytes) fail('refused', `“${name}” is too large for a mapping of URLs.`);
  const text = readFileSync(path, 'utf8');
  if (text.trimStart().startsWith('{')) {
    const read = readComparison(text);
    return 'problem' in read ? fail('bad_request', `“${name}” cannot be used: ${read.problem}.`) : read.mapping;
  }
  const read = readPairs(text);
  if ('problem' in read) return fail('bad_request', `“${name}” cannot be used: ${read.problem}.`);
  return { rules: mapping.rules, pairs: read.pairs };
}

/** Writes the mapping as the settings of a comparison, whole or not at all. */
export function writeMappingFile(path: string, mapping: UrlMapping): void {
  try {
    writeWhole(path, writtenComparison({ mapping, fields: [] }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    fail('refused', `“${basename(path)}” could not be written (${String(error.code)}). Choose another place.`);
  }
}
