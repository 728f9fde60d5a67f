import { asInstant, minutesBetween } from '#domain/base/time.ts';
import { checkInspectionTime } from '#features/appointments/booking-contract.ts';
import { call } from '#web/client/client.ts';
import type { CalendarEvent } from '../contract.ts';
import type { Conflict } from './use-moves.ts';

/**
 * Checks a move for conflicts and other warnings (time off, working hours, services not offered); returns nothing if
 * the check fails, since the server checks again.
 */
export async function checkMove(
  event: CalendarEvent,
  start: string,
  subscriberId: string,
): Promise<{ conflicts: Conflict[]; warnings: Conflict[] }> {
  const minutes = minutesBetween(asInstant(event.start.dateTime), asInstant(event.end.dateTime));
  try {
    const { conflicts } = await call(checkInspectionTime, {
      subscriberId,
      date_time: start,
      inspectors: event.technician ? [event.technician.id] : [],
      duration: minutes / 60,
      inspections_id: event.systemRef.appointmentId,
    });
    return {
      conflicts: conflicts.filter((one) => !one.is_warning),
      warnings: conflicts.filter((one) => one.is_warning),
    };
  } catch {
    return { conflicts: [], warnings: [] };
  }
}
