import { useState } from 'react';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { conflictsFromError, type TimeConflictError } from '../draft/conflicts.ts';

/** Stores a scheduling conflict error, so that it can be shown and, with a reason, overridden. */
export function useTimeConflict() {
  const [taken, setTaken] = useState<TimeConflictError | null>(null);
  return {
    taken,
    clear: () => setTaken(null),
    /** For `onFail`: true for a scheduling conflict, false for a stale revision. */
    isTaken: (failure: ApiFailure): boolean => {
      const found = conflictsFromError(failure);
      if (failure.type !== 'CONFLICT' || found.length === 0) return false;
      setTaken({ message: failure.message, conflicts: found });
      return true;
    },
  };
}
