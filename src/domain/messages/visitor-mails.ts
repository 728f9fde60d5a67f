/** Mails that a visitor can cause to any address, on the public pages of any company. */

/** The mails that an address gets in an hour because of visitors, from all companies together. */
export const visitorMailsPerHour = 10;

/** How often such a mail waits for the next hour before it is not sent. */
export const mostBusyHours = 3;

const always = ['booking_confirmation', 'personal_link'];
const ofOnlineBookings = ['appointment_requested', 'appointment_scheduled', 'appointment_scheduled_agent'];

/** Returns whether visitors cause the mail: always, never, or only about an appointment that was booked online. */
export function visitorsCause(templateKey: string): 'always' | 'online' | 'never' {
  if (always.includes(templateKey)) return 'always';
  return ofOnlineBookings.includes(templateKey) ? 'online' : 'never';
}
