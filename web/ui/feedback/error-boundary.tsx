import { Component, type ReactNode } from 'react';

/** What the fallback of an `ErrorBoundary` gets. */
export type BoundaryFailure = {
  /** True if code could not be loaded; otherwise rendering crashed, and the connection is not the cause. */
  readonly isCodeMissing: boolean;
  /** Renders the children again from scratch. */
  readonly retry: () => void;
};

type ErrorBoundaryProps = {
  readonly fallback: (failure: BoundaryFailure) => ReactNode;
  /** Called once the fallback is rendered. */
  readonly onError?: () => void;
  readonly children: ReactNode;
};
type ErrorBoundaryState = { readonly caught?: { readonly error: unknown } | undefined };

/** Confines an error, usually code that failed to load, to one part of the page. */
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
      // Every browser's message mentions the import when one has failed.
      isCodeMissing: /import/i.test(String(caught.error)),
      retry: () => this.setState({ caught: undefined }),
    });
  }
}
