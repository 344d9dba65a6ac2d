import { titleOf } from '#shared/explain/describe.ts';
import type { CrawlStatus } from '#shared/model/crawl.ts';
import { countWords, plural, verdictTone, verdictWords } from '../../ui/text/format.ts';
import { Bars } from './bars.tsx';

/** All URLs by decision, by HTTP status and by whether search engines may list them. */
export function Breakdown({ status }: { readonly status: CrawlStatus }) {
  const { urls } = status;
  const answered = status.statuses.reduce((sum, row) => sum + row.count, 0);
  const checkUrls = (status.checks ?? []).reduce((sum, row) => sum + row.urls, 0);
  const checkedUrls = (status.checks ?? []).reduce((sum, row) => (row.state === 'done' ? sum + row.urls : sum), 0);
  const judged = status.mayList.reduce((sum, row) => (row.value === 'unknown' ? sum : sum + row.count), 0);
  return (
    <div className="columns">
      <Bars
        title="Decisions"
        note={`${plural(urls, 'URL')}, one current decision each`}
        all={urls}
        rows={status.reasons.map(row => ({
          key: row.reason,
          label: titleOf(row.reason),
          count: row.count,
          filter: `reason:${row.reason}`,
        }))}
      />
      <div className="stack">
        <Bars
          title="HTTP statuses"
          note={`${countWords(answered)} of ${plural(urls, 'URL')} returned a status`}
          all={answered}
          rows={status.statuses.map(row => ({
            key: String(row.status),
            label: String(row.status),
            count: row.count,
            filter: `status:${row.status}`,
          }))}
        />
        {status.checks && (
          <Bars
            title="Checks of URLs that are not crawled"
            note={`${countWords(checkedUrls)} of ${plural(checkUrls, 'URL')} checked`}
            all={checkUrls}
            rows={status.checks.map(row => ({
              key: row.result,
              label: titleOf(row.result),
              count: row.urls,
              filter: `check:${row.result}`,
            }))}
          />
        )}
        <Bars
          title="May it be listed by a search engine?"
          note={`${countWords(judged)} of ${plural(urls, 'URL')} could be checked`}
          all={urls}
          rows={status.mayList.map(row => ({
            key: row.value,
            label: verdictWords[row.value] ?? row.value,
            count: row.count,
            filter: `list:${row.value}`,
            tone: verdictTone(row.value),
          }))}
        />
      </div>
    </div>
  );
}
