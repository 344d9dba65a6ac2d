import { parseQuery } from '#core/query/query.ts';
import type { Handlers } from '#shared/rpc/types.ts';
import { sqlSchema } from '#storage/reads/sql-schema.ts';
import { Issues } from '../audit/issues.ts';
import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import { Trends } from '../compare/trends.ts';
import { Exports } from '../exports/exports.ts';
import { chosenRequests } from '../exports/har-file.ts';
import { openSource } from '../exports/sources.ts';
import { FileAudits } from '../file-audit/file-audits.ts';
import { Graphs } from '../graph/graphs.ts';
import { DisagreementLists } from '../replay/disagreement-lists.ts';
import { Replays } from '../replay/replays.ts';
import { Tables } from '../replay/tables.ts';
import { StoredLints } from '../robots/lint.ts';
import { ownInfos } from '../rules/own-infos.ts';
import { SignalLists } from '../signals/signal-lists.ts';
import { assertionHandlers } from './assertion-handlers.ts';
import { comparisonHandlers } from './comparison-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { graphHandlers } from './graph-handlers.ts';
import { issueHandlers } from './issue-handlers.ts';
import { profilesOf } from './profiles.ts';
import type { Reads } from './reads.ts';
import { renderingHandlers } from './rendering-handlers.ts';
import { replayHandlers } from './replay-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { robotsHandlers } from './robots-handlers.ts';
import { ruleHandlers } from './rule-handlers.ts';
import { scopeHandlers } from './scope-handlers.ts';
import { signalHandlers } from './signal-handlers.ts';
import { sitemapHandlers } from './sitemap-handlers.ts';
import { urlHandlers } from './url-handlers.ts';
import { UrlLists } from './url-lists.ts';

/** All calls that need only the file, grouped by topic, and the exports that read the same lists. */
export function readHandlers(
  reads: Reads,
  compared: ComparedCrawls,
  trends: Trends = new Trends(),
): { readonly handlers: Handlers<'reader'>; readonly exports: Exports; readonly issues: Issues } {
  const { robots, origins, urlsByOrigin, changes } = reads;
  const tables = new Tables(urlsByOrigin);
  const profiles = profilesOf(reads);
  const replays = new Replays({ robots, origins, tables, ...profiles, reads: reads.tables, changes });
  const lints = new StoredLints(reads.lint, robots, reads.path);
  const urlLists = new UrlLists(reads.orders, reads.views, reads.urls, { scores: () => graphs.scores() });
  const disagreements = new DisagreementLists({ robots, origins, tables, ...profiles });
  const fileAudits = new FileAudits(reads.path);
  const signals = new SignalLists({
    ...{ robots, origins, ...profiles, pages: reads.signals, stamp: reads.contentStamp },
    now: () => reads.endedAt() ?? Date.now(),
    rows: reads.views.rows,
  });
  const issues = new Issues({
    path: reads.path,
    changes: reads.contentStamp,
    stored: () => reads.audit.read(),
    version: reads.changes,
    lastBaseline: reads.lastBaseline,
    idOf: reads.views.idOf,
    rows: reads.views.rows,
    ownChecks: () => ownInfos(reads.rules.all()),
    ordered: (ids, sort, descending) => urlLists.orderedIds(ids, sort, descending),
  });
  const graphs = new Graphs({ path: reads.path, changes: reads.contentStamp, scored: reads.scored });
  const exports = new Exports(reads.path, {
    open: list =>
      openSource(
        {
          path: reads.path,
          urlLists,
          replays,
          disagreements,
          compared,
          issues,
          graphs,
          signals,
          live: reads.live,
          scores: reads.scores,
        },
        list,
      ),
    ordered: wish => urlLists.ordered(wish),
    requests: filter => chosenRequests(reads.requests, filter, reads.live, reads.settings()),
    graphml: () => graphs.graphml(),
    termsProblem: filter => parseQuery(filter, reads.live.operators()).problem,
  });
  const handlers = {
    ...urlHandlers(reads, urlLists),
    ...sitemapHandlers(reads, urlLists),
    ...robotsHandlers({ reads, profiles, tables, urlLists, lints }),
    ...replayHandlers({ reads, replays, disagreements }),
    ...assertionHandlers(reads, profiles, urlLists),
    ...reportHandlers({ reads, profiles, replays, lints }),
    ...comparisonHandlers(compared),
    'trend.read': () => trends.read(),
    'trend.cancel': () => trends.cancel(),
    ...exportHandlers(exports),
    ...issueHandlers(issues, reads),
    ...graphHandlers(graphs, reads, urlLists),
    ...signalHandlers(signals),
    ...scopeHandlers(reads),
    'sql.schema': () => sqlSchema(reads.path),
    'fileAudit.start': () => fileAudits.start(),
    'fileAudit.read': () => fileAudits.read(),
    'fileAudit.cancel': () => fileAudits.cancel(),
    ...ruleHandlers(reads),
    ...renderingHandlers(reads),
  };
  return { handlers, exports, issues };
}
