import { useMemo } from 'react';
import { asLocalDate, type LocalDate } from '#domain/base/time.ts';
import { closedRanges, type WorkHours, workHoursOf } from '#domain/scheduling/work-hours.ts';
import { listWorkHours } from '#features/availability/contract.ts';
import { useRead } from '#web/api.ts';
import { daysBetween } from './times.ts';

/** A part of a day in which no one can be booked: outside work hours, or time off. */
export interface UnavailableTime {
  kind: 'closed' | 'off';
  /** Company-local times: `2030-03-08T17:00`. */
  start: string;
  end: string;
}

/** Returns the times in which none of the technicians can be booked; undefined ids stand for all of them. */
export type FindUnavailable = (technicianIds?: readonly string[]) => UnavailableTime[];

/** Loads the work hours for the views that have hours; null until they are known, and for companies without any. */
export function useWorkHours(
  hasHours: boolean,
  { first, last }: { first: LocalDate; last: LocalDate },
): FindUnavailable | null {
  const { data } = useRead(
    listWorkHours,
    { fromDate: first, toDate: last },
    { enabled: hasHours, keep: true, log: 'The work hours could not be loaded' },
  );
  return useMemo(() => {
    if (!hasHours || !data || data.every(({ week }) => week.every((day) => day === null))) return null;
    return (ids) => {
      const weeks = data.filter(({ team_id }) => ids === undefined || ids.includes(team_id));
      return daysBetween(first, last).flatMap((day) => unavailableOn(day, workHoursOf(weeks, day)));
    };
  }, [data, hasHours, first, last]);
}

function unavailableOn(day: LocalDate, hours: WorkHours): UnavailableTime[] {
  const at = (minutes: number) => new Date(Date.parse(`${asLocalDate(day)}T00:00:00Z`) + minutes * 60_000);
  const as = (kind: UnavailableTime['kind']) => (range: { start: number; end: number }) => ({
    kind,
    start: at(range.start).toISOString().slice(0, 16),
    end: at(range.end).toISOString().slice(0, 16),
  });
  return [...closedRanges(hours).map(as('closed')), ...hours.off.map(as('off'))];
}
