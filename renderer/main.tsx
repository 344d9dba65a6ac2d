import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layers.css';
import './styles/features/frame.css';
import './styles/grid.css';
import './styles/features/views.css';
import './styles/features/robots.css';
import './styles/features/draft.css';
import './styles/features/inspector.css';
import './styles/features/crawlers.css';
import './styles/features/disagreements.css';
import './styles/features/assertions.css';
import './styles/features/export.css';
import './styles/features/profiles.css';
import './styles/features/rendered.css';
import './styles/features/why-not.css';
import './styles/features/versions.css';
import './styles/features/compare.css';
import './styles/features/custom.css';
import './styles/features/find.css';
import './styles/features/signals.css';
import './styles/features/file-audit.css';
import './styles/features/issues.css';
import './styles/features/structure.css';
import './styles/features/sql.css';
import './styles/features/requests.css';
import './styles/features/pictures.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        {/* The page's policy refuses style elements, so the widgets make none. */}
        <CSPProvider disableStyleElements>
          <App />
        </CSPProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}
