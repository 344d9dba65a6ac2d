import type { Steps } from '../steps.ts';
import { Network } from './network.ts';
import type { AuditSource } from './source.ts';
import { UrlTable } from './url-table.ts';

/** URLs between two yields. */
const urlsOfStep = 2_000;

/** Reads the URLs of a crawl into a table. Yields URLs read. */
export function* readUrls(source: Pick<AuditSource, 'urlCount' | 'urls'>): Steps<UrlTable> {
  const table = new UrlTable(source.urlCount);
  const network = new Network();
  for (const row of source.urls()) {
    network.see(row);
    table.add(row);
    if (table.size % urlsOfStep === 0) yield table.size;
  }
  if (network.isDown) table.withoutNetwork();
  return table;
}
