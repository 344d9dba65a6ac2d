import type { UserProfile } from '#shared/model/profile.ts';
import { engineIds } from '../directives/engines.ts';
import { didYouMean } from '../query/near.ts';
import { dialectById, dialectIds } from '../robots/dialects/registry.ts';
import { profileById, profiles } from './profiles.ts';

// Ours: RFC 9309 section 2.2.1 has letters, `_` and `-`; crawlers in use have digits and dots too.
const token = /^[A-Za-z0-9_.-]+$/;

/** Some crawlers go by names of several words: what a built-in profile has, a copy may have. */
const isToken = (text: string): boolean => token.test(text) || profiles().some(({ productToken }) => productToken === text);

/** Field → one problem; empty when the profile can be used. `others` are the user's other profiles. */
export function profileProblems(profile: UserProfile, others: readonly UserProfile[] = []): Record<string, string> {
  const problems: Record<string, string> = {};
  const { id } = profile;
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(id))
    problems['id'] = `“${id}” is no id: use lower-case letters, digits, dots and dashes, beginning with a letter or digit.`;
  else if (profileById(id)) problems['id'] = `“${id}” is a built-in profile. Choose another id.`;
  else if (others.some(other => other.id === id)) problems['id'] = `You have a profile “${id}” already. Choose another id.`;
  if (profile.name.trim() === '' || hasControl(profile.name)) problems['name'] = 'Give it a name of one line.';
  if (!isToken(profile.productToken))
    problems['productToken'] =
      `“${profile.productToken}” is no product token: letters, digits, _ . and - only, or * for a robot no group names (RFC 9309 §2.2.1).`;
  const badName = profile.fallsBackTo.find(name => name === '*' || !isToken(name));
  if (badName !== undefined) problems['fallsBackTo'] = `“${badName}” is no product token: letters, digits, _ . and - only.`;
  if (!/^[\x20-\x7e]*$/.test(profile.userAgent))
    problems['userAgent'] = 'The user agent may contain only printable ASCII characters.';
  else if (profile.namedByHeader && profile.userAgent.trim() === '')
    problems['userAgent'] = 'It looks for its group under its user agent, so it needs one.';
  if (!dialectById(profile.dialect))
    problems['dialect'] =
      `There is no dialect “${profile.dialect}”.${didYouMean(profile.dialect, dialectIds())} Known: ${dialectIds().join(', ')}.`;
  if (!engineIds().includes(profile.directives))
    problems['directives'] =
      `There is no way of reading page directives called “${profile.directives}”.${didYouMean(profile.directives, engineIds())} Known: ${engineIds().join(', ')}.`;
  const badAgent = profile.directiveAgents.find(name => !token.test(name) || name !== name.toLowerCase());
  if (badAgent !== undefined)
    problems['directiveAgents'] =
      `“${badAgent}” is no name for robots meta elements: lower-case letters, digits, _ . and - only.`;
  if (profile.source.trim() === '' || hasControl(profile.source))
    problems['source'] = 'Say in one line where the facts come from; “my own guess” is a source too.';
  if (!isDay(profile.asOf)) problems['asOf'] = `“${profile.asOf}” is no day. Write it as YYYY-MM-DD.`;
  return problems;
}

/** The first problem of a list, naming the profile; '' when there is none. */
export function profilesProblem(list: readonly UserProfile[]): string {
  for (const [index, profile] of list.entries()) {
    const [problem] = Object.values(profileProblems(profile, list.slice(0, index)));
    if (problem) return `Crawler profile “${profile.id}”: ${problem}`;
  }
  return '';
}

const hasControl = (text: string): boolean => [...text].some(char => char < ' ' || char === '\x7f');

function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
