import { Component, type ErrorInfo, type ReactNode } from 'react';

/** Keeps a page that throws from taking down the whole app. `fallback` is given a function to retry. */
export class Boundary extends Component<
  { children: ReactNode; fallback: (again: () => void, error: unknown) => ReactNode },
  { error: unknown }
> {
  override state: { error: unknown } = { error: null };
  // A stable function, so that an effect that depends on it does not run again with every render of the page.
  private readonly again = () => this.setState({ error: null });

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return this.props.fallback(this.again, this.state.error);
  }
}
