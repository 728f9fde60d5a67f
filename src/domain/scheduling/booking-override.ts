/** A rival as somebody was shown it. */
interface Rival {
  technician_id: string;
  kind: string;
  appointment_id?: string | null | undefined;
  start: string;
  end: string;
}

const mostSent = 500;

/** The decision to book over the rivals that are shown: why, and over what, for nobody decides about rivals unseen. */
export function toBookingOverride<R extends Rival>(reason: string, shown: readonly R[]) {
  const over = shown.slice(0, mostSent).map(({ technician_id, kind, appointment_id = null, start, end }) => ({
    technician_id,
    kind: kind as R['kind'],
    appointment_id,
    start,
    end,
  }));
  return { reason, over };
}
