import { inStage, OURS, onResume, type ReasonOf } from './reason.ts';

/** Admission: a guard against spaces of addresses without an end keeps the URL out. */
const guard = (
  entry: Pick<ReasonOf<'admission'>, 'title' | 'sentence'> & { readonly evidence?: 'url' },
): ReasonOf<'admission'> => ({
  verdict: 'reject',
  family: 'limit',
  cause: 'crawler-trap',
  reopens: true,
  evidence: 'pattern',
  setting: onResume('releasedTraps'),
  advice:
    'If you want these pages, release the pattern (--release-trap "{pattern}") and resume. --no-trap-guards switches all guards off.',
  source: OURS,
  ...entry,
});

export const trapReasons = inStage('admission', {
  'trap-repeated-folders': guard({
    title: 'Trap: repeated folders',
    sentence:
      'The folders {pattern} come {count} times in a row in this path. Relative links make such paths longer with every page.',
  }),
  'trap-session': guard({
    title: 'Trap: session id',
    sentence: 'Apart from the id of a session, this is the address of {target}, which the crawl has already.',
    evidence: 'url',
  }),
  'trap-calendar': guard({
    title: 'Trap: calendar',
    sentence: 'The date in this address lies {count} years from now. A page of the same calendar ({pattern}) links to it.',
  }),
  'trap-numbers': guard({
    title: 'Trap: endless numbers',
    sentence: 'The crawl has found {count} addresses of the form {pattern}, each only through one with another number.',
  }),
  'trap-parameters': guard({
    title: 'Trap: combined parameters',
    sentence: 'The crawl has found {count} combinations of parameters of {pattern}, each through another one.',
  }),
  'trap-folder': guard({
    title: 'Trap: endless folder',
    sentence:
      'The crawl has read {count} pages of {pattern}. They are alike or have made-up names, and lead to ever more such pages.',
  }),
  'trap-hosts': guard({
    title: 'Trap: endless hosts',
    sentence: 'The crawl has found {count} hosts of the form {pattern}, each through another one.',
  }),
  'trap-released': {
    verdict: 'accept',
    family: 'found',
    cause: null,
    reopens: false,
    title: 'Released from a trap guard',
    sentence: 'A trap guard stopped this URL. You have since set “{setting}”, so the crawl requests it.',
    evidence: 'setting',
    setting: null,
    advice: '',
    source: OURS,
  },
});
