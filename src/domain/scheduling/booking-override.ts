/** A conflicting booking as it was shown to the user. */
interface Conflict {
  technician_id: string;
  kind: string;
  appointment_id?: string | null | undefined;
  start: string;
  end: string;
}

const mostSent = 500;

/**
 * Returns the decision to book despite the conflicts shown: the reason and those conflicts, because no one can decide
 * about conflicts they have not seen.
 */
export function toBookingOverride<R extends Conflict>(reason: string, shown: readonly R[]) {
  const over = shown.slice(0, mostSent).map(({ technician_id, kind, appointment_id = null, start, end }) => ({
    technician_id,
    kind: kind as R['kind'],
    appointment_id,
    start,
    end,
  }));
  return { reason, over };
}
