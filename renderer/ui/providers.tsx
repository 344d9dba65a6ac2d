import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { HintGroup } from './hint.tsx';
import { ToastProvider } from './toast.tsx';

/** What the widgets need around them. The page's policy refuses style elements, so the widgets make none. */
export function UiProviders({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <HintGroup>
        <ToastProvider>{children}</ToastProvider>
      </HintGroup>
    </CSPProvider>
  );
}
