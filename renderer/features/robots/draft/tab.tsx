import { useState } from 'react';
import { useCall, useStatus } from '../../../bridge/hooks.ts';
import { Problem } from '../../../ui/problem.tsx';
import { DraftEditing, type DraftProps } from './editing.tsx';
import { draftPlace } from './store.ts';

/** A draft of robots.txt, and its effect on every stored URL of the origin. */
export function DraftTab(props: DraftProps) {
  const { origin, version } = props;
  const [saves, setSaves] = useState(0);
  const file = useStatus()?.file ?? '';
  const { data, error, retry } = useCall('drafts.open', { origin, version }, saves);
  if (error && data === undefined) return <Problem text={`The draft could not be opened: ${error}`} retry={retry} />;
  if (!data) return <div />;
  const place = draftPlace(file, origin);
  return <DraftEditing key={place} {...props} place={place} desk={data} onSaved={() => setSaves(n => n + 1)} />;
}
