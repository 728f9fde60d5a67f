import { asZone } from '#domain/base/time.ts';
import { allFlags } from '#domain/people/permissions.ts';
import type { SessionUser } from '#web/session.ts';
import type { CalendarEvent } from '../contract.ts';

/** The id of everything in these tests. */
export const id = '00000000-0000-7000-8000-000000000001';

export const zone = asZone('America/New_York');

/** An administrator in New York. */
export const user = {
  ...allFlags,
  id,
  subscriber_id: id,
  user_type: 1,
  role: 'Administrator',
  timezone: zone,
} as unknown as SessionUser;

export const at = (dateTime: string) => ({ dateTime, timezone: zone });

/** An entry that is no appointment, as the user sees it at revision 3. */
export const entry = {
  id,
  title: 'Van service',
  description: '',
  start: at('2030-03-12T09:00:00-04:00'),
  end: at('2030-03-12T10:00:00-04:00'),
  systemRef: { type: 'regularEvent', appointmentId: null, eventId: id },
  apptData: null,
  technician: null,
  all_day: false,
  busy: true,
  is_private: false,
  overruled: null,
  may: { move: true, resize: true, edit: true, share: true },
  rev: 3,
} as unknown as CalendarEvent;
