import { Foreign } from './text/foreign.tsx';

/** What went wrong, where it happened, with a way to try again. */
export function Problem({ text, retry }: { readonly text: string; readonly retry?: () => void }) {
  return (
    <div className="problem" role="alert">
      <Foreign className="selectable" text={text} />
      {retry && (
        <button type="button" className="btn small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
