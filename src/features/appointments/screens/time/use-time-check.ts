import { useRef, useState } from 'react';
import { asZone } from '#domain/base/time.ts';
import { showFailure } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { useUser } from '#web/session.ts';
import type { RouteOutput } from '#wire/route.ts';
import { checkInspectionTime } from '../../booking-contract.ts';
import type { TimeConflict } from '../draft/conflicts.ts';
import { localToOffsetIso } from '../draft/draft-payload.ts';
import type { placeOfDraft } from '../draft/scheduling-warnings-key.ts';

interface Wanted {
  /** Company-local time. */
  dateTime: string;
  technicians: readonly string[];
  hours: number;
  timezone: string;
  /** The appointment being moved. */
  appointmentId?: string;
  /** Selected services and add-ons. */
  services?: readonly string[];
  /** The property, if it may differ from that of the appointment. */
  place?: ReturnType<typeof placeOfDraft>;
}

/** The result of a time check: conflicts, warnings and competing requests. */
export interface TimeCheckResult {
  conflicts: TimeConflict[];
  /** Outside working hours, time off, a service not offered: office users may ignore them. */
  warnings: TimeConflict[];
  /** Requests without a technician for the same time. */
  competingRequests: RouteOutput<typeof checkInspectionTime>['rivals'];
}

/** Checks whether technicians are free at a time. */
export function useTimeCheck() {
  const user = useUser();
  const [pending, setPending] = useState(false);
  const nth = useRef(0);

  /** Returns the result for a time; null if the check failed (the error is shown). */
  async function check(wanted: Wanted): Promise<TimeCheckResult | null> {
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
        ...wanted.place,
      });
      // A newer check is running: this result is for an outdated time.
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
  return { check, pending };
}
