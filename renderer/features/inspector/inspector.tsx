import type { Inspected } from '../../bridge/nav-state.ts';
export function Inspector({ shown }: { readonly shown: Inspected }) { return <div>{shown.url}</div>; }
