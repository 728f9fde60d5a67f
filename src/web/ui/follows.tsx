import { type ComponentType, lazy, useState } from 'react';

/** A component whose code comes later, and the call that fetches it beforehand. */
export interface Follows<Props extends object> {
  Shown: ComponentType<Props>;
  /** Fails as the network does; the component then asks again when it is drawn. */
  fetch: () => Promise<unknown>;
}

/**
 * A component whose code is fetched apart. Once that is there it is drawn in the same moment, where React's `lazy` shows the
 * waiting lines around it first and keeps them for 300 ms, also for code that has long come. Stands in a `Suspense`.
 */
export function follows<Props extends object>(load: () => Promise<ComponentType<Props>>): Follows<Props> {
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
