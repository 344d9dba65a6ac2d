import { inStage, type ReasonOf } from '#shared/explain/reasons/reason.ts';

const whole: ReasonOf<'admission'> = {
  verdict: 'reject',
  family: 'scope',
  cause: 'out-of-scope',
  reopens: false,
  title: 'Title',
  sentence: 'A sentence.',
  evidence: 'setting',
  setting: { name: 'scope', takesEffect: 'in-a-new-crawl' },
  advice: '',
  source: 'Ours',
};

/** Compiled with the tests: each `@ts-expect-error` fails the build as soon as the field is not required any more. */
export function whatDoesNotCompile(): void {
  const { cause: _cause, ...noCause } = whole;
  // @ts-expect-error -- why-not needs its heading
  inStage('admission', { made: noCause });
  const { setting: _setting, ...noSetting } = whole;
  // @ts-expect-error -- the setting that would change it, or null
  inStage('admission', { made: noSetting });
  const { family: _family, ...noFamily } = whole;
  // @ts-expect-error -- summaries group by it
  inStage('admission', { made: noFamily });
  const { advice: _advice, ...noAdvice } = whole;
  // @ts-expect-error -- what the reader can do, or ''
  inStage('admission', { made: noAdvice });
  const { reopens: _reopens, ...noReopens } = whole;
  // @ts-expect-error -- whether it is judged again when found otherwise
  inStage('admission', { made: noReopens });
  // @ts-expect-error -- listing names the part of the response
  inStage('listing', { made: whole });
  // @ts-expect-error -- no such setting
  inStage('admission', { made: { ...whole, setting: { name: 'maxFoo', takesEffect: 'on-resume' } } });
}
