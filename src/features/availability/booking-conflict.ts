import type { Instant } from '#domain/base/time.ts';

/** A stretch of a technician's time. */
export interface TechnicianTimeRange {
  technician_id: string;
  start: Instant;
  end: Instant;
}

/** Something that stands in the way of a technician. */
export interface BookingConflict extends TechnicianTimeRange {
  kind: 'appointment' | 'event' | 'external' | 'hold';
  /** Empty where the reader may not know. */
  title: string;
  appointment_id: string | null;
}
