import type { PageVerdict } from '#shared/model/directives.ts';
import { collectCanonicals } from '../canonical/collect.ts';
import type { CrawlerProfile } from '../crawlers/profile.ts';
import { engineById } from '../directives/engines.ts';
import { pageVerdict } from '../directives/page-verdict.ts';
import type { StoredPage } from '../directives/verdict-facts.ts';
import type { Judge } from '../replay/judge.ts';
import type { SignalPage } from './page-signs.ts';
import { robotsFacts } from './robots-sign.ts';

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
