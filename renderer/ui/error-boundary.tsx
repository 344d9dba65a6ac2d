import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/** Shows an error in one part of the window instead of blanking all of it. The crawl runs in another process. */
export class ErrorBoundary extends Component<Props, { readonly message: string }> {
  override state = { message: '' };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === '') return this.props.children;
    return (
      <div className="start" role="alert">
        <div className="inner">
          <h1>This view could not be shown</h1>
          <p>{this.state.message}</p>
          <p>The crawl and its file are not affected.</p>
          <button type="button" className="btn primary" onClick={() => this.setState({ message: '' })}>
            Show it again
          </button>
        </div>
      </div>
    );
  }
}
