import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { Boundary } from '../../boundary.tsx';
import { ErrorState } from './states.tsx';

/** A component whose code comes later, and the call that fetches it beforehand. */
export interface LazyComponent<Props extends object> {
  Shown: ComponentType<Props>;
  /** Fails as the network does; drawn for the first time after that, the component asks again. */
  fetch: () => Promise<unknown>;
}

/**
 * A component whose code is fetched apart. Once that is there it is drawn in the same moment, where React's `lazy` shows the
 * waiting lines around it first and keeps them for 300 ms, also for code that has long come. Stands in a `Suspense`,
 * and in `RetryBoundary`.
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
    // Which of the two is settled once: changed later, what stands would be drawn anew and lose what was typed.
    const [Chosen] = useState<ComponentType<Props>>(() => there ?? Waited);
    return <Chosen {...props} />;
  }
  return { Shown, fetch };
}

/**
 * Around components whose code follows: where one breaks or could not be fetched it says so in its place, and fetches again
 * when told to. React's `lazy` would not: it keeps its first failure.
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
