import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { PersonModal } from './person-modal.tsx';

const load = async () => ({ default: (await import('./person-modal.tsx')).PersonModal });
const Modal = lazy(load);

/** Pages have settled by then. */
const restingTime = 1500;

/**
 * The person modal, fetched when it is first opened; `soon` fetches it beforehand, once the page has settled. Most visits
 * of a list, a page or a picker do not lead to it.
 */
export function LazyPersonModal({
  soon = false,
  ...props
}: ComponentProps<typeof PersonModal> & { soon?: boolean }) {
  const [wasOpened, setWasOpened] = useState(false);
  if (props.opened && !wasOpened) setWasOpened(true);
  useEffect(() => {
    if (!soon) return;
    const timer = setTimeout(() => void load(), restingTime);
    return () => clearTimeout(timer);
  }, [soon]);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <Modal {...props} />
    </Suspense>
  );
}
