import type { ExportList } from '#shared/export-list.ts';
import type { LinkScores } from '#storage/lists/link-scores.ts';
import type { Issues } from '../audit/issues.ts';
import type { ComparedCrawls } from '../compare/compared-crawls.ts';
import type { Graphs } from '../graph/graphs.ts';
import type { UrlLists } from '../reader/url-lists.ts';
import type { DisagreementLists } from '../replay/disagreement-lists.ts';
import type { Replays } from '../replay/replays.ts';
import type { LiveColumns } from '../rules/live-columns.ts';
import type { SignalLists } from '../signals/signal-lists.ts';
import { comparedFieldSource, comparedSitemapSource } from './compared-sources.ts';
import { checkSource, evidenceSource, issueSource } from './issue-sources.ts';
import type { ListSource } from './list-source.ts';
import {
  changedSource,
  comparisonSource,
  coverageSource,
  coveredSource,
  disagreementSource,
  judgedSource,
  undiscoverableSource,
} from './replayed-sources.ts';
import { signalSource } from './signal-source.ts';
import { idSource, linkSource, presetSource, sitemapSource, urlSource, versionSource } from './stored-sources.ts';

/** What the reader thread has of lists. */
export interface SourceParts {
  readonly path: string;
  readonly urlLists: UrlLists;
  readonly replays: Replays;
  readonly disagreements: DisagreementLists;
  readonly compared: ComparedCrawls;
  readonly issues: Issues;
  readonly graphs: Graphs;
  readonly signals: SignalLists;
  readonly live: LiveColumns;
  readonly scores: LinkScores;
}

/** Opens the list that an export names. Throws an `RpcError` if it no longer exists. */
export async function openSource(parts: SourceParts, list: ExportList): Promise<ListSource> {
  const { path, urlLists, replays, disagreements, compared, issues, graphs, signals, live, scores } = parts;
  switch (list.kind) {
    case 'urls':
      return urlSource(path, list, { ordered: wish => urlLists.ordered(wish), live, scores });
    case 'links':
      return linkSource(path, list);
    case 'sitemap-entries':
      return sitemapSource(path, list);
    case 'robots-versions':
      return versionSource(path, list);
    case 'issues':
      return checkSource(issues);
    case 'issue-urls':
      return issueSource(path, issues, list);
    case 'issue-evidence':
      return evidenceSource(issues, list);
    case 'graph':
      return graphs.source(list);
    case 'signals':
      return signalSource(signals, list);
    case 'signal-urls':
      return idSource(path, signals.ids(list.list, list.cell, list.choice), scores);
    case 'preset':
      return presetSource(path, list);
    case 'disagreements':
      return disagreementSource(disagreements, list);
    case 'coverage':
      return coverageSource(replays, list);
    case 'covered':
      return coveredSource(replays, list);
    case 'judged':
      return judgedSource(replays, list);
    case 'replay':
      return changedSource(replays, list);
    case 'undiscoverable':
      return undiscoverableSource(replays, list);
    case 'compared-field':
      return comparedFieldSource(compared, list);
    case 'compared-sitemaps':
      return comparedSitemapSource(compared, list);
    case 'comparison':
      return comparisonSource(compared, list);
  }
}
