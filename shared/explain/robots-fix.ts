import type { ProposedFix, RobotsFix } from '../model/robots-fix.ts';
import { figure } from './figure.ts';

const urls = (n: number): string => `${figure(n)} ${n === 1 ? 'URL' : 'URLs'}`;

/** `It changes the verdict of 3 of 3 chosen URLs and of 0 of 1,200 others. …`: the proof in words. */
export function proofWords({ proof }: ProposedFix, { goal, chosen, elsewhere }: RobotsFix): string {
  const { wanted, flipped, others, total } = proof;
  const already = chosen - elsewhere - wanted;
  const are = `${already === 1 ? 'is' : 'are'} ${goal === 'free' ? 'allowed' : 'blocked'} already and ${already === 1 ? 'counts' : 'count'}`;
  const rest = already > 0 ? ` ${figure(already)} of the chosen ${are} among the others.` : '';
  return `It changes the verdict of ${figure(flipped)} of ${figure(wanted)} chosen URLs and of ${figure(others)} of ${figure(total - wanted)} others. ${urls(total)} were checked with it.${rest}`;
}

/** How the search ended, one sentence. */
export function fixOutcomeWords({ outcome, goal, chosen, elsewhere, origin }: RobotsFix): string {
  const of = elsewhere > 0 ? ` (${urls(elsewhere)} of other origins not included)` : '';
  switch (outcome) {
    case 'exact':
      return `This edit ${goal === 'free' ? 'allows' : 'blocks'} exactly the chosen URLs${of}.`;
    case 'none':
      return `Found no edit that ${goal === 'free' ? 'allows' : 'blocks'} exactly the chosen URLs${of}.`;
    case 'already':
      return chosen - elsewhere === 0
        ? `None of the chosen URLs belongs to ${origin}.`
        : `Nothing to do: robots.txt ${goal === 'free' ? 'allows' : 'blocks'} ${chosen - elsewhere === 1 ? 'it' : 'all of them'} already${of}.`;
    case 'no-rules':
      return 'No edit of the rules can do this: there is no robots.txt with rules for this crawler, or the file blocks the whole site.';
    case 'too-many':
      return `${urls(chosen)} are too many for one edit; choose fewer.`;
  }
}
