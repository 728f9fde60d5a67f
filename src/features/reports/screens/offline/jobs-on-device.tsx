import { useEffect } from 'react';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { usePageLocation } from '#web/navigation/navigation.tsx';
import { isOfflineNow } from '#web/offline/connection.ts';
import { session, useActor, useUser } from '#web/session.ts';

/** How long stored jobs count as fresh. */
const freshMs = 600_000;
const startPages = ['/dashboard', '/appointments'];

let storedFor = '';
let storedAt = Number.NEGATIVE_INFINITY;

/** Stores the user's jobs of today and tomorrow on this device after a visit of a page that lists them. Shows nothing. */
export function JobsOnDevice() {
  const user = useUser();
  const isAdmin = isPlatformAdmin(useActor());
  const { path } = usePageLocation();
  useEffect(() => {
    if (isAdmin || !startPages.includes(path) || !('caches' in window)) return;
    const isFresh = storedFor === user.id && performance.now() - storedAt < freshMs;
    if (isFresh || isOfflineNow()) return;
    [storedFor, storedAt] = [user.id, performance.now()];
    const isCurrent = () => session.state().user?.id === user.id && !isOfflineNow();
    void import('./store-jobs.ts')
      .then(({ storeJobs }) => storeJobs(user, isCurrent))
      // The next visit tries again.
      .catch(() => {
        storedAt = Number.NEGATIVE_INFINITY;
      });
  }, [path, user, isAdmin]);
  return null;
}
