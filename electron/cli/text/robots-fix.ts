import { fixOutcomeWords, proofWords } from '#shared/explain/robots-fix.ts';
import type { ProposedFix, RobotsFix } from '#shared/model/robots-fix.ts';
import { printable } from '../../export/text-width.ts';
import { count } from './units.ts';

function diffLines({ diff }: ProposedFix): string[] {
  return diff.flatMap(hunk => {
    const first = hunk[0]?.line ?? 1;
    return [`@@ line ${first} @@`, ...hunk.map(({ mark, text }) => `${mark}${printable(text)}`)];
  });
}

/** The edit as a diff with its proof, or why there is none and what comes closest. */
export function fixText(fix: RobotsFix): string {
  const { origin, version, profile, exact, nearest, unseen } = fix;
  const shown = exact ?? nearest;
  return `${[
    `${origin}/robots.txt, version ${version}, interpreted for ${profile}`,
    fixOutcomeWords(fix),
    ...(unseen > 0 ? [`${count(unseen, 'chosen URL is', 'chosen URLs are')} not in this crawl, and checked too.`] : []),
    ...(shown && !exact ? ['', 'The closest edit. It also changes other URLs, or misses some:'] : []),
    ...(shown ? ['', ...diffLines(shown), '', proofWords(shown, fix)] : []),
    ...(shown && shown.otherUrls.length > 0
      ? ['Other URLs whose verdict this edit would change:', ...shown.otherUrls.map(url => `  ${printable(url)}`)]
      : []),
    ...(shown ? ['Other crawlers may interpret these rules differently: check the draft for them with “robots whatif”.'] : []),
  ].join('\n')}\n`;
}
