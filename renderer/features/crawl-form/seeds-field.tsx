import { type DragEvent, useState } from 'react';
import { mostTypedSeeds, readSeedLines } from '#shared/seed-lines.ts';
import { Field } from '../../ui/field.tsx';
import { countWords, plural } from '../../ui/text/format.ts';

/** Characters of a list that is dropped on the field. */
const longestList = 4_000_000;

interface Props {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: string | undefined;
}

/** The start URLs: typed, pasted, or a text file that is dropped here. Tells what was read of a list. */
export function SeedsField({ value, onChange, problem }: Props) {
  const [refused, setRefused] = useState('');
  const { seeds, repeated, bad } = readSeedLines(value);
  const isList = value.includes('\n');
  const drop = (event: DragEvent): void => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (file.size > longestList) {
      setRefused(`${file.name} is too large for the window. On the command line: crawlscope crawl --list ${file.name}`);
      return;
    }
    setRefused('');
    file.text().then(
      text => onChange(value.trim() === '' ? text : `${value.replace(/\n*$/, '\n')}${text}`),
      () => setRefused(`${file.name} could not be read.`),
    );
  };
  const leaveOut = (): void => onChange(seeds.join('\n'));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is another way to paste its text
    <div onDragOver={event => event.preventDefault()} onDrop={drop}>
      <Field
        label="Start URLs"
        testId="seed-input"
        rows={isList ? 6 : 3}
        focus
        placeholder="https://example.com/"
        value={value}
        onChange={onChange}
        problem={refused || problem}
        hint={
          isList
            ? `${plural(seeds.length, 'URL')}${repeated > 0 ? `, ${countWords(repeated)} repeated` : ''}. At most ${countWords(mostTypedSeeds)} here.`
            : 'One URL per line, or drop a text file here. Without a scheme, Crawlscope uses https; for this computer and for IP addresses, http.'
        }
      />
      {bad.length > 0 && seeds.length > 0 && (
        <button type="button" className="link" data-testid="leave-out-lines" onClick={leaveOut}>
          Leave out {bad.length === 1 ? 'this line' : `these ${countWords(bad.length)} lines`} and keep{' '}
          {plural(seeds.length, 'URL')}
        </button>
      )}
    </div>
  );
}
