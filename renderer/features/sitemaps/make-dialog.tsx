import { useId, useState } from 'react';
import { type LastmodSource, lastmodSources, mostSitemapBytes, mostSitemapUrls } from '#shared/model/sitemap-make.ts';
import { startSitemap, useExport } from '../../bridge/exporting.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { countWords } from '../../ui/text/format.ts';
import { urlsProblem } from './words.ts';

const dates: Readonly<Record<LastmodSource, string>> = {
  header: 'Last-Modified header',
  content: 'Date that the page states',
  none: 'No dates',
};

interface Choice {
  readonly filter: string;
  readonly base: string;
  readonly lastmod: LastmodSource;
  readonly images: boolean;
  readonly hreflang: boolean;
  readonly gzip: boolean;
  readonly maxUrls: string;
}

const usual: Choice = {
  filter: '',
  base: '',
  lastmod: 'header',
  images: false,
  hreflang: false,
  gzip: false,
  maxUrls: String(mostSitemapUrls),
};

const switches = [
  ['images', 'List the images of each page'],
  ['hreflang', 'List language versions that link to each other'],
  ['gzip', 'Pack the files (gzip)'],
] as const;

/** Chooses what a sitemap of the open crawl contains. The shell shows the dialog for the path; the status bar shows the progress. */
export function MakeSitemapDialog({ onClose }: { readonly onClose: () => void }) {
  const [choice, setChoice] = useState(usual);
  const { busy, refused, clear, submit } = useSubmit();
  const running = useExport();
  const name = useId();
  const problem = urlsProblem(choice.maxUrls);
  const change = (part: Partial<Choice>): void => {
    clear();
    setChoice(old => ({ ...old, ...part }));
  };
  const send = (): void => {
    if (running || problem !== '') return;
    const { filter, base, lastmod, images, hreflang, gzip, maxUrls } = choice;
    void submit(async () => {
      const wish = { filter: filter.trim(), base: base.trim() || null, lastmod, images, hreflang, gzip };
      if (await startSitemap({ ...wish, maxUrls: Number(maxUrls), maxBytes: mostSitemapBytes })) onClose();
    });
  };
  return (
    <Modal title="Make a sitemap" onClose={onClose}>
      <DialogForm
        testId="sitemap-form"
        width="narrow"
        onSubmit={send}
        buttons={
          <>
            <button type="button" className="btn" onClick={onClose}>
              Cancel
            </button>
            <button
              type="submit"
              className="btn primary"
              data-testid="sitemap-start"
              disabled={busy || running !== null || problem !== ''}
            >
              Make…
            </button>
          </>
        }
      >
        <p className="hint">
          Lists HTML pages with status 200 that may be indexed, are their own canonical, and are allowed by robots.txt. All other
          URLs are counted by reason.
        </p>
        <Field
          label="Only URLs that match"
          value={choice.filter}
          onChange={filter => change({ filter })}
          problem=""
          placeholder="All URLs"
          hint="A filter as in the list of URLs, such as site:example.com/blog"
          testId="sitemap-filter"
          focus
        />
        <Field
          label="Folder where the files will be published"
          value={choice.base}
          onChange={base => change({ base })}
          problem=""
          placeholder="Root of the host with the most URLs"
          hint="Such as https://example.com/ – a sitemap lists URLs of its own host and folder."
          testId="sitemap-base"
        />
        <fieldset className="export-choices">
          <legend>lastmod</legend>
          {lastmodSources.map(each => (
            <label key={each} className="check">
              <input type="radio" name={name} checked={choice.lastmod === each} onChange={() => change({ lastmod: each })} />
              {dates[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className="export-choices">
          <legend>Contents</legend>
          {switches.map(([key, label]) => (
            <label key={key} className="check whole">
              <input type="checkbox" checked={choice[key]} onChange={event => change({ [key]: event.target.checked })} />
              {label}
            </label>
          ))}
        </fieldset>
        <Field
          label="URLs in a file, at most"
          value={choice.maxUrls}
          onChange={maxUrls => change({ maxUrls })}
          problem={problem}
          unit="URLs"
          hint={`The limit is ${countWords(mostSitemapUrls)}. Several files get an index.`}
          testId="sitemap-max-urls"
        />
        {running && (
          <p className="tone-warn" role="alert">
            “<Foreign text={running.file.name} />” is being written. Wait until it is done, or cancel it in the status bar.
          </p>
        )}
        {refused && <Problem text={`The sitemap was not made: ${refused}`} />}
      </DialogForm>
    </Modal>
  );
}
