import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/grid.css';
import './styles/views.css';
import './styles/robots.css';
import './styles/draft.css';
import './styles/inspector.css';
import './styles/crawlers.css';
import './styles/disagreements.css';
import './styles/assertions.css';
import './styles/profiles.css';
import './styles/why-not.css';
import './styles/versions.css';
import './styles/compare.css';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  );
}
