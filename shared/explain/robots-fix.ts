import type { ProposedFix, RobotsFix } from '../model/robots-fix.ts';

const figure = (n: number): string => n.toLocaleString('en-US');
const urls = (n: number): string => `${figure(n)} ${n === 1 ? 'URL' : 'URLs'}`;

/** `It flips 3 of 3 chosen, and 0 of 1,200 others; …`: the proof in words. */
export function proofWords({ proof }: ProposedFix, { goal, chosen, elsewhere }: RobotsFix): string {
  const { wanted, flipped, others, total } = proof;
  const already = chosen - elsewhere - wanted;
  const are = `${already === 1 ? 'is' : 'are'} ${goal === 'free' ? 'allowed' : 'blocked'} already and ${already === 1 ? 'counts' : 'count'}`;
  const rest = already > 0 ? ` ${figure(already)} of the chosen ${are} among the others.` : '';
  return `It flips ${figure(flipped)} of ${figure(wanted)} chosen, and ${figure(others)} of ${figure(total - wanted)} others; ${urls(total)} judged again with it.${rest}`;
}

/** How the search ended, one sentence. */
export function fixOutcomeWords({ outcome, goal, chosen, elsewhere, origin }: RobotsFix): string {
  const of = elsewhere > 0 ? ` (${urls(elsewhere)} of other origins left out)` : '';
  switch (outcome) {
    case 'exact':
      return `This edit ${goal}s exactly the chosen URLs${of}.`;
    case 'none':
      return `No edit was found that ${goal}s exactly the chosen URLs${of}.`;
    case 'already':
      return chosen - elsewhere === 0
        ? `None of the chosen URLs belongs to ${origin}.`
        : `Nothing is to be done: robots.txt ${goal === 'free' ? 'allows' : 'blocks'} ${chosen - elsewhere === 1 ? 'it' : 'all of them'} already${of}.`;
    case 'no-rules':
      return 'No edit of rules can do it: there is no file with rules for this crawler, or it closes the site as a whole.';
    case 'too-many':
      return `${urls(chosen)} are too many for one edit; choose fewer.`;
  }
}
