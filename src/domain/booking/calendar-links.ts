import { asInstant } from '../base/time.ts';

/** An appointment to be entered in a calendar. */
export interface CalendarEvent {
  title: string;
  start: string;
  end: string;
  location: string;
  details: string;
}

/** Returns the addresses at which calendars on the web offer to add an event. Nothing is sent before one is opened. */
export function calendarLinks({ title, start, end, location, details }: CalendarEvent) {
  const [from, to] = [asInstant(start), asInstant(end)];
  const short = (at: string) => at.replace(/\.\d+/, '').replace(/[-:]/g, '');
  const google = { action: 'TEMPLATE', text: title, dates: `${short(from)}/${short(to)}`, location, details };
  const outlook = { rru: 'addevent', subject: title, startdt: from, enddt: to, location, body: details };
  return {
    google: `https://calendar.google.com/calendar/render?${queryOf(google)}`,
    outlook: `https://outlook.live.com/calendar/0/action/compose?${queryOf(outlook)}`,
  };
}

const queryOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
