import { useState } from 'react';
import type { ApiFailure } from '#web/client.ts';
import { conflictsFromError, type TimeConflictError } from '../draft/conflicts.ts';

/** Remembers a refusal because somebody is taken then, so that it can be shown and, with a reason, overruled. */
export function useTimeConflict() {
  const [taken, setTaken] = useState<TimeConflictError | null>(null);
  return {
    taken,
    clear: () => setTaken(null),
    /** For `onFail`: true for such a refusal; one about an older state is none. */
    isTaken: (failure: ApiFailure): boolean => {
      const found = conflictsFromError(failure);
      if (failure.type !== 'CONFLICT' || found.length === 0) return false;
      setTaken({ message: failure.message, conflicts: found });
      return true;
    },
  };
}
