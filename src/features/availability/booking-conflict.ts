import type { Instant } from '#domain/base/time.ts';

/** A time range of a technician. */
export interface TechnicianTimeRange {
  technician_id: string;
  start: Instant;
  end: Instant;
}

/** A conflicting booking of a technician. */
export interface BookingConflict extends TechnicianTimeRange {
  kind: 'appointment' | 'event' | 'external' | 'hold';
  /** Empty if the reader may not see it. */
  title: string;
  appointment_id: string | null;
}
