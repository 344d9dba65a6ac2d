import { useState } from 'react';
import { hostLimitText, prefixLimitText, readHostLimit, readPrefixLimit } from '#shared/limit-words.ts';
import type { CrawlSettings, CrawlStatus, HostLimit, PrefixLimit } from '#shared/model/crawl.ts';
import { useActions } from '../../bridge/app-context.ts';
import { client } from '../../bridge/client.ts';
import { useStatus } from '../../bridge/hooks.ts';
import { useSubmit } from '../../bridge/use-submit.ts';
import {
  countOf,
  endedAtLimit,
  isOfSent,
  limitsReached,
  nextLimit,
  type RaisableLimit,
  readLimit,
} from '../../domain/crawl-words.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { writeNumber } from '../../ui/numbers.ts';
import { Problem } from '../../ui/problem.tsx';
import { countWords, plural } from '../../ui/text/format.ts';
import { linesOfText, type Range, ranges, readRange } from './form-values.ts';

/** The form for higher limits, to continue a crawl that ended at a limit. */
export function ContinueForm({ onClose }: { readonly onClose: () => void }) {
  const status = useStatus();
  return (
    <Modal title="Continue with a higher limit" onClose={onClose}>
      {status && <Fields status={status} onClose={onClose} />}
    </Modal>
  );
}

type SingleSetting =
  | 'maxDepth'
  | 'maxRedirects'
  | 'maxUrlLength'
  | 'maxDelayMs'
  | 'maxChecksPerHost'
  | 'maxAttempts'
  | 'maxBodyBytes';
type Limits = Partial<
  Pick<CrawlSettings, 'maxPages' | 'maxDurationMs' | 'maxTotalBytes' | 'hostLimits' | 'prefixLimits' | SingleSetting>
>;

interface Reading {
  readonly limits: Limits;
  readonly problem: string;
}

interface LimitField {
  readonly label: string;
  readonly unit?: string;
  readonly rows?: number;
  readonly testId: string;
  readonly hint: string;
  /** The text to offer. */
  readonly offered: string;
  read(typed: string): Reading;
}

/** A number that must be above the present one; 0 lifts the limit. */
function higher(
  typed: string,
  name: 'maxTime' | 'maxTotal',
  present: number,
  setting: 'maxDurationMs' | 'maxTotalBytes',
): Reading {
  const { value, problem } = readRange(typed, ranges[name]);
  const isHigher = value === 0 || value > present;
  const tooLow = `More than ${writeNumber(present / ranges[name].factor)}, or 0 for no limit.`;
  return { limits: { [setting]: value }, problem: problem || (isHigher ? '' : tooLow) };
}

function lines<T>(typed: string, read: (line: string) => T | string): { readonly list: T[]; readonly problem: string } {
  const found = linesOfText(typed).map(read);
  const problem = found.find(each => typeof each === 'string');
  return { list: found.filter((each): each is Exclude<T, string> => typeof each !== 'string'), problem: problem ?? '' } as {
    list: T[];
    problem: string;
  };
}

/**
 * The field of a limit that keeps single URLs out. It may stay as it is: where a limit ended the whole crawl, a higher one of these is not
 * offered.
 */
function singleField(
  status: CrawlStatus,
  range: Range,
  field: Omit<LimitField, 'offered' | 'read'> & { readonly setting: SingleSetting; readonly stays?: boolean },
): LimitField {
  const { setting, stays = false, ...words } = field;
  const present = status.settings[setting];
  const shown = present / (range.factor ?? 1);
  const offered = stays || endedAtLimit(status) ? shown : Math.min(range.most, Math.max(1, shown * 2));
  return {
    ...words,
    hint: `${words.hint} The limit is now ${writeNumber(shown)}.`,
    offered: writeNumber(offered),
    read(typed) {
      const { value, problem } = readRange(typed, { ...range, least: shown });
      return { limits: { [setting]: value }, problem };
    },
  };
}

const doubled = (pages: number | undefined): number | undefined => (pages === undefined ? undefined : nextLimit(pages));

function fieldOf(code: RaisableLimit, status: CrawlStatus): LimitField {
  const { settings, runningMs, bytes } = status;
  switch (code) {
    case 'page-limit':
      return {
        label: 'Page limit',
        unit: 'pages',
        testId: 'continue-limit',
        hint: `Counts all pages of the crawl, also those already fetched. The limit is now ${countWords(settings.maxPages)}.`,
        offered: writeNumber(nextLimit(settings.maxPages)),
        read(typed) {
          const { maxPages, problem } = readLimit(typed, settings.maxPages);
          return { limits: { maxPages }, problem };
        },
      };
    case 'time-limit':
      return {
        label: 'Time limit',
        unit: 'minutes',
        testId: 'continue-time',
        hint: 'Counts all the time that the crawl has run. 0: no limit.',
        offered: writeNumber(Math.ceil((Math.max(settings.maxDurationMs, runningMs) * 2) / 60_000)),
        read: typed => higher(typed, 'maxTime', settings.maxDurationMs, 'maxDurationMs'),
      };
    case 'byte-limit':
      return {
        label: 'Limit for bytes',
        unit: 'MiB',
        testId: 'continue-bytes',
        hint: 'Counts all bytes that the crawl has received. 0: no limit.',
        offered: writeNumber(Math.ceil((Math.max(settings.maxTotalBytes, bytes) * 2) / 1_048_576)),
        read: typed => higher(typed, 'maxTotal', settings.maxTotalBytes, 'maxTotalBytes'),
      };
    case 'host-page-limit':
      return {
        label: 'Limits per host',
        rows: 3,
        testId: 'continue-hosts',
        hint: 'One host per line. pages= counts all pages of the host, also those already fetched.',
        offered: settings.hostLimits.map(limit => hostLimitText({ ...limit, pages: doubled(limit.pages) })).join('\n'),
        read(typed) {
          const { list, problem } = lines<HostLimit>(typed, readHostLimit);
          return { limits: { hostLimits: list }, problem };
        },
      };
    case 'prefix-limit':
      return {
        label: 'Limits per path',
        rows: 3,
        testId: 'continue-paths',
        hint: 'The path and its pages, one per line. Pages already fetched count.',
        offered: settings.prefixLimits.map(limit => prefixLimitText({ ...limit, pages: nextLimit(limit.pages) })).join('\n'),
        read(typed) {
          const { list, problem } = lines<PrefixLimit>(typed, readPrefixLimit);
          return { limits: { prefixLimits: list }, problem };
        },
      };
    case 'depth-limit':
      return singleField(status, ranges.maxDepth, {
        setting: 'maxDepth',
        label: 'Depth limit',
        unit: 'clicks',
        testId: 'continue-depth',
        hint: 'Links from a start URL to a page, by the shortest way.',
      });
    case 'redirect-limit':
      return singleField(status, ranges.maxRedirects, {
        setting: 'maxRedirects',
        label: 'Redirect limit',
        unit: 'in a row',
        testId: 'continue-redirects',
        hint: 'Redirects that are followed one after the other.',
      });
    case 'url-too-long':
      return singleField(status, ranges.maxUrlLength, {
        setting: 'maxUrlLength',
        label: 'URL length limit',
        unit: 'characters',
        testId: 'continue-url-length',
        hint: 'Longer URLs are recorded, not requested.',
      });
    case 'delay-too-long':
      return singleField(status, ranges.maxDelay, {
        setting: 'maxDelayMs',
        label: 'Longest Crawl-delay',
        unit: 'seconds',
        testId: 'continue-delay',
        hint: 'Hosts that ask for a longer delay wait. Crawlscope never shortens a delay.',
      });
    case 'check-limit':
      return singleField(status, ranges.maxChecks, {
        setting: 'maxChecksPerHost',
        label: 'Checks per other site',
        unit: 'URLs',
        testId: 'continue-checks',
        hint: 'Raise it only if the owner of that host agrees.',
      });
    case 'body-incomplete':
      return singleField(status, ranges.maxBody, {
        setting: 'maxBodyBytes',
        label: 'Page size limit',
        unit: 'MiB',
        testId: 'continue-body',
        hint: 'Longer pages are requested again. Pages that the server cut short stay as they are.',
        stays: limitsReached(status).some(each => !isOfSent(each)),
      });
    default:
      return singleField(status, ranges.maxAttempts, {
        setting: 'maxAttempts',
        label: 'Attempts',
        unit: 'at most',
        testId: 'continue-attempts',
        hint: 'URLs without a usable response are requested again.',
        stays: limitsReached(status).some(each => !isOfSent(each)),
      });
  }
}

interface FieldsProps {
  readonly status: CrawlStatus;
  readonly onClose: () => void;
}

function Fields({ status, onClose }: FieldsProps) {
  const { toast } = useActions();
  // The limits as they were when the form opened: the crawl goes on while it closes.
  const [fields] = useState(() => {
    const all = limitsReached(status).map(code => fieldOf(code, status));
    // Several reasons can belong to one limit.
    return [...new Map(all.map(field => [field.testId, field])).values()];
  });
  const [left] = useState(() => leftBehind(status));
  const [typed, setTyped] = useState<readonly string[]>(() => fields.map(({ offered }) => offered));
  const { busy, refused, clear, submit } = useSubmit();
  const readings = fields.map((field, at) => field.read(typed[at] ?? ''));
  const limits: Limits = Object.assign({}, ...readings.map(reading => reading.limits));
  const changed = Object.entries(limits).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(status.settings[name as keyof Limits]),
  );
  const isWrong = !changed || readings.some(({ problem }) => problem !== '');
  const send = (): void => {
    if (isWrong) return;
    void submit(async () => {
      await client.call('crawl.continue', limits);
      const { maxPages } = limits;
      toast(maxPages === undefined ? 'The crawl continues' : `The crawl continues, up to ${plural(maxPages, 'page')}`);
      onClose();
    });
  };
  return (
    <DialogForm
      testId="continue-form"
      width="narrow"
      onSubmit={send}
      buttons={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" data-testid="continue-crawl" disabled={isWrong || busy}>
            Continue
          </button>
        </>
      }
    >
      <p>{left}</p>
      {fields.map(({ label, unit, rows, testId, hint }, at) => (
        <Field
          key={testId}
          label={label}
          {...(unit === undefined ? {} : { unit })}
          {...(rows === undefined ? {} : { rows })}
          testId={testId}
          focus={at === 0}
          value={typed[at] ?? ''}
          onChange={value => {
            setTyped(typed.map((old, index) => (index === at ? value : old)));
            clear();
          }}
          problem={readings[at]?.problem ?? ''}
          hint={hint}
        />
      ))}
      {refused && <Problem text={`The crawl was not continued: ${refused}`} />}
    </DialogForm>
  );
}

/** What the limits left behind. */
function leftBehind(status: CrawlStatus): string {
  const reached = limitsReached(status);
  const sum = (codes: readonly RaisableLimit[]): number => codes.reduce((urls, code) => urls + countOf(status, code), 0);
  const sentences = [
    { urls: sum(reached.filter(code => !isOfSent(code))), words: (urls: string) => `Limits kept ${urls} from being requested.` },
    {
      urls: sum(reached.filter(code => isOfSent(code) && code !== 'body-incomplete')),
      words: (urls: string) => `${urls} had no usable response on any attempt.`,
    },
    {
      urls: sum(reached.filter(code => code === 'body-incomplete')),
      words: (urls: string) => `The body of ${urls} is incomplete.`,
    },
  ];
  const isPages = reached.length === 1 && reached[0] === 'page-limit';
  return isPages
    ? `The crawl reached its limit of ${plural(status.settings.maxPages, 'page')} with ${plural(status.queued, 'URL')} waiting. They keep their order.`
    : sentences.flatMap(({ urls, words }) => (urls === 0 ? [] : [words(plural(urls, 'URL'))])).join(' ');
}
