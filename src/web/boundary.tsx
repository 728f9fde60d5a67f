import { Component, type ErrorInfo, type ReactNode } from 'react';

/** Keeps a page that breaks from taking the whole app down; `fallback` is told how to try again. */
export class Boundary extends Component<
  { children: ReactNode; fallback: (again: () => void, error: unknown) => ReactNode },
  { error: unknown }
> {
  override state: { error: unknown } = { error: null };
  // The same function at every render: an effect that depends on it must not begin anew when the page does.
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
