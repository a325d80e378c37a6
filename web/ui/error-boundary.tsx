import { Component, type ReactNode } from 'react';

export type Failure = {
  /** Code could not be fetched. Otherwise what is on the page has crashed, and the connection is not to blame. */
  readonly isCodeMissing: boolean;
  /** Renders the part again from the beginning. */
  readonly retry: () => void;
};

type ErrorBoundaryProps = {
  readonly fallback: (failure: Failure) => ReactNode;
  /** Called once the fallback is on the page. */
  readonly onError?: () => void;
  readonly children: ReactNode;
};
type ErrorBoundaryState = { readonly caught?: { readonly error: unknown } | undefined };

/** Keeps an error in one part (most often code that could not be fetched) from taking the whole page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: { error } };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return this.props.fallback({
      // All browsers speak of an import when one has failed.
      isCodeMissing: /import/i.test(String(caught.error)),
      retry: () => this.setState({ caught: undefined }),
    });
  }
}
