import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import type { PersonModal } from './person-modal.tsx';

const load = async () => ({ default: (await import('./person-modal.tsx')).PersonModal });
const Modal = lazy(load);

/** Delay in ms after which the page has finished loading. */
const settleMs = 1500;

/**
 * The person modal, loaded when it is first opened; with `soon` it is preloaded once the page has settled. Most visits
 * to a list, page or picker never open it.
 */
export function LazyPersonModal({
  soon = false,
  ...props
}: ComponentProps<typeof PersonModal> & { soon?: boolean }) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  useEffect(() => {
    if (!soon) return;
    const timer = setTimeout(() => void load(), settleMs);
    return () => clearTimeout(timer);
  }, [soon]);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
