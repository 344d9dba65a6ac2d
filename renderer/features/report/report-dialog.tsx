import { useId, useState } from 'react';
import type { GrantedFile } from '#shared/model/shell.ts';
import { siteReportFormats, siteReportLimits, siteReportSectionIds, siteReportSections } from '#shared/model/site-report.ts';
import { client } from '../../bridge/client.ts';
import { startReport, useReport } from '../../bridge/reporting.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import { useRules } from '../../domain/use-rules.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Foreign } from '../../ui/text/foreign.tsx';
import { type ReportChoice, readReportChoice, withSection } from './choices.ts';

const place = 'crawlscope.report';
const formats = { html: 'HTML, one file', pdf: 'PDF, A4' } as const;

const tooLong = (text: string, most: number): string | undefined =>
  text.length > most ? `It has ${text.length} characters; ${most} are allowed.` : undefined;

/** Chooses what a report on the whole crawl shows. The shell shows the dialog for the path. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const [choice, setChoice] = useState<ReportChoice>(() => readReportChoice(localStorage.getItem(place)));
  const [title, setTitle] = useState('');
  const [notes, setNotes] = useState('');
  const [logo, setLogo] = useState<GrantedFile | null>(null);
  const [baseline, setBaseline] = useState<GrantedFile | null>(null);
  const [segment, setSegment] = useState<string | null>(null);
  const { busy, refused, clear, submit } = useSubmit();
  const running = useReport();
  const change = (part: Partial<ReportChoice>): void => {
    clear();
    setChoice(old => ({ ...old, ...part }));
  };
  const problems = {
    title: tooLong(title, siteReportLimits.title),
    author: tooLong(choice.author, siteReportLimits.author),
    notes: tooLong(notes, siteReportLimits.notes),
  };
  const isReady = choice.sections.length > 0 && Object.values(problems).every(each => each === undefined);
  const send = (): void => {
    if (running || !isReady) return;
    void submit(async () => {
      localStorage.setItem(place, JSON.stringify(choice));
      const wish = { ...choice, title: title.trim(), author: choice.author.trim(), notes, segment };
      if (await startReport({ ...wish, logo: logo?.grant ?? null, baseline: baseline?.grant ?? null })) onClose();
    });
  };
  return (
    <Modal title="Report for a client" onClose={onClose}>
      <DialogForm
        testId="report-form"
        width="wide"
        onSubmit={send}
        buttons={
          <>
            <button type="button" className="btn" onClick={onClose}>
              Cancel
            </button>
            <button
              type="submit"
              className="btn primary"
              data-testid="report-start"
              disabled={busy || running !== null || !isReady}
            >
              Save report…
            </button>
          </>
        }
      >
        <Field
          label="Title"
          value={title}
          onChange={setTitle}
          problem={problems.title}
          testId="report-title"
          placeholder="Crawl of the host"
          focus
        />
        <Field
          label="Author"
          value={choice.author}
          onChange={author => change({ author })}
          problem={problems.author}
          testId="report-author"
        />
        <Field
          label="Notes"
          value={notes}
          onChange={setNotes}
          problem={problems.notes}
          rows={4}
          testId="report-notes"
          hint="Plain text on the cover. Blank lines part paragraphs."
        />
        <FileField
          label="Logo"
          about="A PNG or JPEG picture on the cover, at most 1 MB."
          testId="report-logo"
          file={logo}
          onChange={setLogo}
          choose={() => submit(async () => setLogo((await client.call('report.chooseLogo', {})) ?? logo))}
        />
        <FileField
          label="Earlier crawl"
          about="Says what is new, persisting, fixed and gone since then."
          testId="report-baseline"
          file={baseline}
          onChange={setBaseline}
          choose={() => submit(async () => setBaseline((await client.call('report.chooseBaseline', {})) ?? baseline))}
        />
        <SegmentField segment={segment} onChange={setSegment} />
        <fieldset className="export-choices">
          <legend>Sections</legend>
          {siteReportSectionIds.map(id => (
            <label key={id} className="check">
              <input
                type="checkbox"
                data-testid={`report-section-${id}`}
                checked={choice.sections.includes(id)}
                onChange={event => change({ sections: withSection(choice.sections, id, event.target.checked) })}
              />
              {siteReportSections[id]}
            </label>
          ))}
          {choice.sections.length === 0 && <p className="field-problem">Choose at least one section.</p>}
        </fieldset>
        <FormatField choice={choice} change={change} />
        {running && (
          <p className="tone-warn" role="alert">
            “<Foreign text={running.file.name} />” is being made. Wait until it is done, or cancel it in the status bar.
          </p>
        )}
        {refused && <Problem text={`The report was not made: ${refused}`} />}
      </DialogForm>
    </Modal>
  );
}

function FormatField({
  choice,
  change,
}: {
  readonly choice: ReportChoice;
  readonly change: (part: Partial<ReportChoice>) => void;
}) {
  const name = useId();
  return (
    <fieldset className="export-choices">
      <legend>Format</legend>
      {siteReportFormats.map(format => (
        <label key={format} className="check">
          <input
            type="radio"
            name={name}
            data-testid={`report-format-${format}`}
            checked={choice.format === format}
            onChange={() => change({ format })}
          />
          {formats[format]}
        </label>
      ))}
    </fieldset>
  );
}

interface FileFieldProps {
  readonly label: string;
  readonly about: string;
  readonly testId: string;
  readonly file: GrantedFile | null;
  readonly onChange: (file: null) => void;
  readonly choose: () => Promise<void>;
}

/** A file that the user chooses in a system dialog. */
function FileField({ label, about, testId, file, onChange, choose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="stacked">
      <span id={id}>{label}</span>
      <div className="with-unit">
        <button
          type="button"
          className="btn small"
          aria-describedby={id}
          data-testid={`${testId}-choose`}
          onClick={() => void choose()}
        >
          Choose…
        </button>
        {file && (
          <>
            <span data-testid={`${testId}-name`}>
              <Foreign text={file.name} />
            </span>
            <button type="button" className="btn quiet small" aria-label={`Remove ${label}`} onClick={() => onChange(null)}>
              ✕
            </button>
          </>
        )}
      </div>
      <span className="hint">{about}</span>
    </div>
  );
}

/** Offers the segments of the file, if it has any. */
function SegmentField({
  segment,
  onChange,
}: {
  readonly segment: string | null;
  readonly onChange: (name: string | null) => void;
}) {
  const id = useId();
  const { view } = useRules();
  const segments = view?.rules.flatMap(({ rule }) => (rule.kind === 'segment' ? [rule.name] : [])) ?? [];
  if (segments.length === 0) return null;
  return (
    <div className="stacked">
      <label htmlFor={id}>URLs</label>
      <select
        id={id}
        className="field"
        data-testid="report-segment"
        value={segment ?? ''}
        onChange={event => onChange(event.target.value || null)}
      >
        <option value="">All URLs</option>
        {segments.map(name => (
          <option key={name} value={name}>
            Segment {name}
          </option>
        ))}
      </select>
    </div>
  );
}
