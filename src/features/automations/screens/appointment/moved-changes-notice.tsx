import { Suspense } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';

const Report = lazy(async () => ({ default: (await import('./moved-changes-toast.tsx')).MovedChangesToast }));

/** Reports how many planned messages moved with an appointment. */
export function MovedChangesNotice(props: PageSlotProps['appointment.moved']) {
  return (
    <Suspense>
      <Report {...props} />
    </Suspense>
  );
}
