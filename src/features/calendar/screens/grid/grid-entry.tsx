import type { EventDisplayInfo } from '@fullcalendar/react';
import type { ReactElement } from 'react';
import type { CalendarEvent } from '../../contract.ts';
import { entryOpacity } from '../entries/entry-colors.ts';
import { Warning } from '../warning.tsx';
import classes from './calendar-grid.module.css';

/** Returns the calendar's record of a grid entry. */
export const calendarEventOf = (event: { extendedProps: Record<string, unknown> }) =>
  event.extendedProps.entry as CalendarEvent;

/** Returns the warning about an appointment as text. */
const warningOf = ({ event }: EventDisplayInfo) => String(event.extendedProps.warning ?? '');

/** Returns the state that stripes show, for those who don't see them. */
function StateOf({ info }: { info: EventDisplayInfo }) {
  const state = String(info.event.extendedProps.state ?? '');
  return state ? <span className={classes.hidden}>{state}</span> : null;
}

const drawn = new WeakMap<CalendarEvent, Map<string, ReactElement>>();

/**
 * Renders the content of an entry. The library calls this for all of them on every drag: unchanged content is not
 * rendered again.
 */
export function renderEntry(info: EventDisplayInfo): ReactElement | null {
  if (info.event.display === 'background') return null;
  const entry = calendarEventOf(info.event);
  const isGrid = info.view.type.startsWith('timeGrid') && !info.event.allDay;
  const key = `${warningOf(info)}${isGrid}${info.event.allDay}${info.isNarrow}${info.isShort}${info.timeText}`;
  const known = drawn.get(entry) ?? new Map<string, ReactElement>();
  drawn.set(entry, known);
  const content = known.get(key) ?? (isGrid ? gridContent(info, entry) : lineContent(info, entry));
  known.set(key, content);
  return content;
}

function lineContent(info: EventDisplayInfo, entry: CalendarEvent): ReactElement {
  return (
    <span className={classes.line} data-shade={entryOpacity(entry)}>
      {!info.event.allDay && <span>{info.timeText}</span>}
      <Warning text={warningOf(info)} />
      <strong>{info.event.title}</strong>
      <StateOf info={info} />
    </span>
  );
}

function gridContent(info: EventDisplayInfo, entry: CalendarEvent): ReactElement {
  const { technician } = entry;
  const initials = technician ? `${technician.first_name.charAt(0)}${technician.last_name.charAt(0)}` : '';
  return (
    <span
      className={classes.text}
      data-shade={entryOpacity(entry)}
      data-entry={entry.id}
      data-short={info.isShort || undefined}
    >
      <strong>
        <Warning text={warningOf(info)} />
        {info.isNarrow && initials ? initials : info.event.title}
      </strong>
      <span data-time className={info.isShort ? classes.hidden : undefined}>
        {info.timeText}
      </span>
      <StateOf info={info} />
      {!info.isShort && technician && <span>{`${technician.first_name} ${technician.last_name}`}</span>}
    </span>
  );
}
