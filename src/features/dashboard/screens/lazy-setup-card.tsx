import { Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { Boundary } from '#web/loading/boundary.tsx';
import { lazy } from '#web/loading/lazy.ts';
import { useUser } from '#web/session.ts';
import { getSetup } from '../contract.ts';

const SetupCard = lazy(async () => ({ default: (await import('./setup-card.tsx')).SetupCard }));

/** The checklist of a new company, loaded only while the user may do an open step and has not dismissed it. */
export function LazySetupCard() {
  const isDismissed = (useUser().saved_columns?.['dashboard.setup'] ?? []).includes('dismissed');
  const { data } = useRead(getSetup, {}, { enabled: !isDismissed });
  if (isDismissed || !data || data.steps.length === 0) return null;
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <SetupCard steps={data.steps} />
      </Suspense>
    </Boundary>
  );
}
