import { Suspense } from 'react';
import { lazy } from '#web/loading/lazy.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';

const List = lazy(async () => ({ default: (await import('./planned-changes-list.tsx')).PlannedChangesList }));

/** Which planned messages a new time or a cancellation moves or stops, before it is saved. */
export function PlannedChangesNotice(props: PageSlotProps['appointment.planned-changes']) {
  return (
    <Suspense fallback={<LinesSkeleton lines={2} />}>
      <List {...props} />
    </Suspense>
  );
}
