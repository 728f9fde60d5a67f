import { useState } from 'react';
import type { ApiFailure } from '#web/client.ts';
import { type Conflict, conflictsIn } from '../draft/conflicts.ts';

/** Remembers a refusal because somebody is taken then, so that it can be shown and, with a reason, overruled. */
export function useTaken() {
  const [taken, setTaken] = useState<Conflict | null>(null);
  return {
    taken,
    clear: () => setTaken(null),
    /** For `onFail`: true for such a refusal; one about an older state is none. */
    isTaken: (failure: ApiFailure): boolean => {
      const found = conflictsIn(failure);
      if (failure.type !== 'CONFLICT' || found.length === 0) return false;
      setTaken({ message: failure.message, found });
      return true;
    },
  };
}
