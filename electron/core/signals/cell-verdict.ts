import type { PageVerdict } from '#shared/model/directives.ts';
import { collectCanonicals } from '../canonical/collect.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import { engineById } from '../directives/engines.ts';
import { pageVerdict } from '../directives/page-verdict.ts';
import type { RobotsFacts, StoredPage } from '../directives/verdict-facts.ts';
import { comparedPath, endings, type Judge, judgePath } from '../replay/judge.ts';
import { targetOf, traitsOf } from '../replay/target-table.ts';
import type { SignalPage } from './page-signs.ts';

/** What robots.txt says to a crawler about a URL; `judge` null: no response for /robots.txt is stored. */
export function robotsFacts(url: string, judge: Judge | null): RobotsFacts {
  if (judge === null) return { known: false, allowed: null, reason: 'no-file', line: 0, rule: '' };
  const target = targetOf(url);
  const { line, ending } = judgePath(
    judge,
    comparedPath(judge, url.slice(0, url.length - target.length), target, traitsOf(target)),
  );
  const { allowed, reason } = endings[ending] ?? endings[0];
  const found = judge.file?.line(line);
  return { known: true, allowed, reason, line, rule: found ? `${found.key}: ${found.value}`.trimEnd() : '' };
}

/** The verdict of one crawler on a stored page, as the comparison of crawlers gives it. `redirectTo`: '' for no redirect. */
export function signalVerdict(
  profile: CrawlerProfile,
  page: SignalPage,
  { judge, redirectTo, now }: { readonly judge: Judge | null; readonly redirectTo: string; readonly now: number },
): PageVerdict {
  const { url, status, metas, headers, canonicals, baseUrl, isWhole } = page;
  const stored: StoredPage | null =
    status === null
      ? null
      : {
          ...{ url, status, redirectTo, baseUrl, whole: isWhole },
          ...{ contentType: '', isHtml: true, rendered: null, refresh: null, headEndedBy: null },
          inputs: { metas, headers },
          canonicals: collectCanonicals({ canonicals }, headers),
          links: { total: 0, nofollow: 0 },
        };
  const readable = stored !== null && status === 200 ? stored : null;
  const facts = { robots: robotsFacts(url, judge), page: stored, readable, linked: true };
  return pageVerdict(engineById(profile.directives), profile.directiveAgents, facts, { now });
}
