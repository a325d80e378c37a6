import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  readonly fallback: ReactNode;
  /** Called once the fallback is on the page. */
  readonly onError?: () => void;
  readonly children: ReactNode;
};

/** Keeps an error in one part (most often code that could not be fetched) from taking the whole page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
