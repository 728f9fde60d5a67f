import { useRef, useState } from 'react';
import { asZone } from '#domain/time.ts';
import { showFailure } from '#web/api.ts';
import { ApiFailure, call } from '#web/client.ts';
import { useUser } from '#web/session.ts';
import { checkInspectionTime } from '../booking-contract.ts';
import type { TimeConflict } from './conflicts.ts';
import { offsetTime } from './draft-payload.ts';

interface Wanted {
  /** Wall clock of the company. */
  dateTime: string;
  technicians: readonly string[];
  hours: number;
  timezone: string;
  /** The appointment that is being moved. */
  appointmentId?: string;
}

/** Asks whether technicians are free at a time. */
export function useTimeCheck() {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const nth = useRef(0);

  /** What stands in the way; null when it could not be found out (which has been shown). */
  async function check(wanted: Wanted): Promise<TimeConflict[] | null> {
    nth.current += 1;
    const mine = nth.current;
    setPending(true);
    try {
      const answer = await call(checkInspectionTime, {
        subscriberId: user.subscriber_id || user.id,
        date_time: offsetTime(wanted.dateTime, asZone(wanted.timezone)) ?? wanted.dateTime,
        inspectors: [...wanted.technicians],
        duration: wanted.hours,
        inspections_id: wanted.appointmentId ?? null,
      });
      // A later question has been asked meanwhile: this answer is about a time no longer wanted.
      const rivals = answer.conflicts.filter((one) => !one.is_warning);
      return mine === nth.current ? rivals : null;
    } catch (error) {
      if (error instanceof ApiFailure) showFailure(error);
      return null;
    } finally {
      if (mine === nth.current) setPending(false);
    }
  }
  return { check, pending };
}
