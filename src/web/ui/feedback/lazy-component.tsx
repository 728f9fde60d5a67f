import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { Boundary } from '../../loading/boundary.tsx';
import { ErrorState } from './states.tsx';

/** A component whose code is loaded later, and a function that prefetches it. */
export interface LazyComponent<Props extends object> {
  Shown: ComponentType<Props>;
  /** Rejects on network failure; the first rendering after that fetches again. */
  fetch: () => Promise<unknown>;
}

/**
 * Creates a component whose code is loaded separately. Loaded code renders immediately, while React's `lazy` first
 * shows the skeleton and keeps it for 300 ms even if the code was loaded long before. Must be rendered in a `Suspense`
 * and a `RetryBoundary`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let there: ComponentType<Props> | null = null;
  const fetch = async () => {
    there = await load();
    return { default: there };
  };
  const Waited = lazy(fetch);
  function Shown(props: Props) {
    // Chosen once: changing it later would remount the component and lose its input.
    const [Chosen] = useState<ComponentType<Props>>(() => there ?? Waited);
    return <Chosen {...props} />;
  }
  return { Shown, fetch };
}

/**
 * A boundary for lazily loaded components: if one throws or cannot be loaded, shows a notice in its place and fetches
 * again on request. React's `lazy` would not: it caches the first failure.
 */
export function RetryBoundary(props: {
  of: readonly { fetch: () => Promise<unknown> }[];
  children: ReactNode;
}) {
  const fetched = () => Promise.allSettled(props.of.map((each) => each.fetch()));
  return (
    <Boundary fallback={(again) => <ErrorState onRetry={() => void fetched().then(again)} />}>
      {props.children}
    </Boundary>
  );
}
