import { useRef, useState } from 'react';
import { asZone } from '#domain/base/time.ts';
import { showFailure } from '#web/api.ts';
import { ApiFailure, call } from '#web/client.ts';
import { useUser } from '#web/session.ts';
import type { RouteOutput } from '#wire/route.ts';
import { checkInspectionTime } from '../../booking-contract.ts';
import type { TimeConflict } from '../draft/conflicts.ts';
import { localToOffsetIso } from '../draft/draft-payload.ts';

interface Wanted {
  /** Wall clock of the company. */
  dateTime: string;
  technicians: readonly string[];
  hours: number;
  timezone: string;
  /** The appointment that is being moved. */
  appointmentId?: string;
  /** Services and add-ons that are to be done. */
  services?: readonly string[];
}

/** What is known of a time: who is taken, what else speaks against it, and who has asked for it. */
export interface TimeCheckResult {
  conflicts: TimeConflict[];
  /** Outside of working hours, time off, a service not offered: the office may go past them. */
  warnings: TimeConflict[];
  /** Requests without a technician for the same time. */
  competingRequests: RouteOutput<typeof checkInspectionTime>['rivals'];
}

/** Asks whether technicians are free at a time. */
export function useTimeCheck() {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const nth = useRef(0);

  /** Everything known of a time; null when it could not be found out (which has been shown). */
  async function look(wanted: Wanted): Promise<TimeCheckResult | null> {
    nth.current += 1;
    const mine = nth.current;
    setPending(true);
    try {
      const answer = await call(checkInspectionTime, {
        subscriberId: user.subscriber_id || user.id,
        date_time: localToOffsetIso(wanted.dateTime, asZone(wanted.timezone)) ?? wanted.dateTime,
        inspectors: [...wanted.technicians],
        duration: wanted.hours,
        inspections_id: wanted.appointmentId ?? null,
        ...(wanted.services ? { services: [...wanted.services] } : {}),
      });
      // A later question has been asked meanwhile: this answer is about a time no longer wanted.
      if (mine !== nth.current) return null;
      return {
        conflicts: answer.conflicts.filter((one) => !one.is_warning),
        warnings: answer.conflicts.filter((one) => one.is_warning),
        competingRequests: answer.rivals,
      };
    } catch (error) {
      if (error instanceof ApiFailure) showFailure(error);
      return null;
    } finally {
      if (mine === nth.current) setPending(false);
    }
  }
  return { look, pending };
}
