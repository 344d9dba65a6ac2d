const shared = 'outcome, status, status_text, http_version, content_type, body_end, remote_address, response_headers';

/**
 * Gives each attempt a row with all of its values, as if its response had no kind in common with others: a test can change single values then.
 */
export const wholeFetches = `UPDATE fetch_row SET (${shared}) = (SELECT ${shared} FROM main.fetch v WHERE v.id = fetch_row.id), kind_id = NULL,
  own_headers = NULL WHERE kind_id IS NOT NULL;`;

/** No page has facts, as in a crawl of an early version. */
export const withoutFacts = 'UPDATE page_row SET facts_at = NULL, facts = NULL;';
