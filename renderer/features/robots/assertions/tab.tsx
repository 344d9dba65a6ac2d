import { useCall, useStatus } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { AssertionEditing } from './editing.tsx';
import { assertionPlace } from './store.ts';

interface Props {
  readonly origin: string;
  /** The version to check. Default: the one in force. */
  readonly version?: number;
}

/** The assertions of one origin: loaded first, then edited. Mount it with the origin as key. */
export function AssertionsPanel({ origin, version }: Props) {
  const file = useStatus()?.file ?? '';
  const { data, error, retry } = useCall('assertions.get', { origin });
  if (error && !data) return <Problem text={`The assertions could not be read: ${error}`} retry={retry} />;
  if (!data) return <div />;
  const place = assertionPlace(file, origin);
  return (
    <AssertionEditing
      key={place}
      place={place}
      file={file}
      origin={origin}
      stored={data.text}
      unsaved={data.unsaved}
      version={version}
    />
  );
}
