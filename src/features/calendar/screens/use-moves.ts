import { useRef, useState } from 'react';
import { asInstant, type Zone } from '#domain/base/time.ts';
import { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import type { checkInspectionTime } from '#features/appointments/booking-contract.ts';
import { useInvalidateFeatures, useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { useUser } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import type { RouteOutput } from '#wire/route.ts';
import { type CalendarEvent, updateEvent } from '../contract.ts';
import { type StaleEntry, staleEntryFromError } from './entries/stale-entry-notice.tsx';
import { daysOfEvent } from './times.ts';

/** A conflict or warning about a change. */
export type Conflict = RouteOutput<typeof checkInspectionTime>['conflicts'][number];

/** A new time or technician for an entry; for an all-day one dates, the last one inclusive. */
export interface Move {
  event: CalendarEvent;
  start: string;
  end: string;
  technicianId?: string | null;
  /** Called on a conflict with another user's change, by a screen that shows it itself. */
  onStale?: (late: StaleEntry) => void;
}

/** A pending question whether to override the conflicts. */
export interface OverrulePrompt {
  /** Describes the intended change: the time pointed at may not be the one that was meant. */
  message?: string;
  conflicts: readonly Conflict[];
  /** Other warnings about that time. On their own they require no reason: the answer is empty. */
  warnings?: readonly Conflict[];
  answer: (reason: string | null) => void;
}

/** Returns whether only the end changes. */
function isLonger({ event, start, end }: Move, zone: Zone): boolean {
  if (event.all_day) {
    const { first, last } = daysOfEvent(event, zone);
    return start === first && end !== last;
  }
  const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other);
  return isSame(start, event.start.dateTime) && !isSame(end, event.end.dateTime);
}

/** Moves entries by the rules of their type. Resolves to false if an entry has to go back, after showing the reason. */
export function useMoves(zone: Zone) {
  const t = useTranslation('calendar');
  const user = useUser();
  const { asked, ask } = useOverruleQuestion(zone);
  const { send, refused, pending } = useSendMove();
  const { reportMoved, reportFailed } = useMoveReports(zone);
  const [moved, setMoved] = useState<MovedAppointment | null>(null);

  async function move(change: Move): Promise<boolean> {
    const { event } = change;
    const { type } = event.systemRef;
    if (type === 'externalEvent') return no(t('notSupported'));
    const isOther =
      change.technicianId !== undefined && change.technicianId !== (event.technician?.id ?? null);
    if (type === 'inspEvent' && isOther) return no(t('otherTechnician'));
    let shown: readonly Conflict[] = [];
    let reason: string | null = null;
    if (type === 'inspEvent') {
      const { checkMove } = await import('./check-move.ts');
      const { conflicts, warnings } = await checkMove(event, change.start, user.subscriber_id || user.id);
      if (conflicts.length + warnings.length > 0) {
        reason = await ask(change, conflicts, warnings);
        if (reason === null) return false;
        shown = conflicts;
      }
    }
    // New conflicts since the question are asked about as well.
    while (!(await send(change, reason, shown))) {
      const conflicts = moveConflictsFromError(refused.current);
      if (conflicts === null) return reportFailed(change, refused.current);
      reason = await ask(change, conflicts);
      if (reason === null) return false;
      shown = conflicts;
    }
    if (type === 'inspEvent') setMoved(movedFrom(event));
    return reportMoved(change);
  }

  return { move, asked, pending, moved };
}

/** An appointment that was moved last, with its previous time. */
export type MovedAppointment = PageSlotProps['appointment.moved'];

function movedFrom({ systemRef, start, end }: CalendarEvent): MovedAppointment | null {
  const was = { date_time: asInstant(start.dateTime), end_time: asInstant(end.dateTime) };
  return systemRef.appointmentId === null ? null : { appointmentId: systemRef.appointmentId, was };
}

/** Asks for the reason to double-book; resolves to null if the user declines. */
function useOverruleQuestion(zone: Zone) {
  const t = useTranslation('calendar');
  const timeOf = useMovedTime(zone);
  const [asked, setAsked] = useState<OverrulePrompt | null>(null);

  function ask(
    change: Move,
    conflicts: readonly Conflict[],
    warnings: readonly Conflict[] = [],
  ): Promise<string | null> {
    return new Promise((resolve) => {
      setAsked({
        message: t(isLonger(change, zone) ? 'extendedTo' : 'movedTo', {
          title: change.event.title,
          time: timeOf(change),
        }),
        conflicts,
        warnings,
        answer: (reason) => {
          setAsked(null);
          resolve(reason);
        },
      });
    });
  }

  return { asked, ask };
}

/** Sends a change; `refused` holds the error of the last attempt. */
function useSendMove() {
  const refused = useRef<ApiFailure | null>(null);
  const write = useWrite(updateEvent, {
    onFail: (failure) => {
      refused.current = failure;
      return true;
    },
  });

  async function send(change: Move, reason: string | null, shown: readonly Conflict[]): Promise<boolean> {
    refused.current = null;
    const over = reason ? { overrule: toBookingOverride(reason, shown) } : {};
    return (await write.send({ ...changeOf(change), ...over })) !== null;
  }

  return { send, refused, pending: write.pending };
}

/** Returns the text of the new end when resizing, else of the new start. */
function useMovedTime(zone: Zone) {
  const format = useFormat();
  return (change: Move): string => {
    const { event, start, end } = change;
    const moment = isLonger(change, zone) ? end : start;
    return event.all_day ? format.date(`${moment}T12:00:00Z`, 'UTC') : format.dateTime(moment, zone);
  };
}

function useMoveReports(zone: Zone) {
  const t = useTranslation('calendar');
  const refresh = useInvalidateFeatures();
  const timeOf = useMovedTime(zone);

  function reportMoved(change: Move): true {
    const params = { title: change.event.title, time: timeOf(change) };
    toast(t(isLonger(change, zone) ? 'resized' : 'moved', params), { kind: 'success' });
    return true;
  }

  /** The move is reverted; the reason is shown if the server names one. */
  function reportFailed({ onStale }: Move, failure: ApiFailure | null): false {
    const late = staleEntryFromError(failure);
    if (late) {
      void refresh('calendar');
      if (onStale) {
        onStale(late);
        return false;
      }
      toast(late.message, { kind: 'warning' });
    } else if (
      failure &&
      failure.status >= 400 &&
      failure.status < 500 &&
      failure.type !== 'UNAUTHENTICATED'
    ) {
      toast(Object.values(failure.fields)[0] ?? failure.message, { kind: 'warning' });
    }
    return no(t('updateFailed'));
  }

  return { reportMoved, reportFailed };
}

function no(message: string): false {
  toast(message, { kind: 'error' });
  return false;
}

/** Returns the conflicts listed in an error; null for any other error. */
export function moveConflictsFromError(
  failure: Pick<ApiFailure, 'type' | 'details'> | null,
): Conflict[] | null {
  if (failure?.type !== 'CONFLICT' || !failure.details || 'current' in failure.details) return null;
  const { conflicts } = failure.details;
  return Array.isArray(conflicts) ? (conflicts as Conflict[]) : null;
}

/** Returns the request body of a change by entry type: for an appointment only its time. */
function changeOf({ event, start, end, technicianId }: Move) {
  const { type, appointmentId, eventId } = event.systemRef;
  if (type === 'inspEvent') return { type, appointmentId, eventId, dateTime: start, rev: event.rev };
  return {
    type,
    eventId,
    ...(appointmentId ? { appointmentId } : {}),
    inspector: technicianId === undefined ? (event.technician?.id ?? null) : technicianId,
    startDate: start,
    endDate: end,
    title: event.title,
    rev: event.rev,
  };
}
