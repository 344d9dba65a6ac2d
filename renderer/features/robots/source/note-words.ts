const words: Readonly<Record<string, string>> = {
  alias: 'other spelling accepted',
  'missing-colon': 'colon missing',
  orphan: 'before any User-agent',
  'empty-value': 'no value',
  cut: 'too long, cut',
  'past-size-limit': 'beyond the size limit, ignored',
  'bad-value': 'value not usable',
  'no-slash': 'no slash at the start',
  'only-stars': 'nothing but stars',
  'rule-limit': 'over the rule limit',
  'rule-too-long': 'too long, ignored',
  'rejects-file': 'makes the file unreadable',
};

/** A note on a line in words; an unknown one as it is. */
export const noteWords = (note: string): string => words[note] ?? note;
