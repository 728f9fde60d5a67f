/** What is required to book, in the order in which the product checks it. */

import {
  formatDate,
  type Instant,
  isBefore,
  type LocalDateTime,
  parseInstantOrLocal,
  parseLocal,
  type Zone,
} from '../base/time.ts';
import type { BookingStep } from './appointment-draft.ts';

/** The input of the submit checks: a full draft of the dialog is one; the server builds one from the payload. */
export interface BookingInput {
  location: {
    streetAndNumber: string;
    state: string;
    zipCode: string;
    square_feet: number | string | null;
  };
  /** As selected or sent: local time of the company, or ISO with offset. */
  dateTime: string | null;
  people: { clients: readonly unknown[] };
  information: { order_id: string };
  services: { newServices: { services: readonly unknown[] } };
}

/** One failed check: its message, the tab it belongs to, and the messages below the fields (payload names). */
export interface BookingProblem {
  field: string;
  message: string;
  step: BookingStep;
  fields: Record<string, string>;
}

/**
 * Returns all failed submit checks in the specified order: location, date and time, client, order id, services. The
 * dialog shows the first; the server returns its message and the fields of all.
 */
export function findBookingProblems(draft: BookingInput, now: Instant, zone: Zone): BookingProblem[] {
  return [
    locationProblem(draft.location),
    dateTimeProblem(draft.dateTime, now, zone),
    clientsProblem(draft.people.clients),
    orderIdProblem(draft.information.order_id),
    servicesProblem(draft.services),
  ].filter((problem) => problem !== null);
}

/** Returns the first failed check, or null if the draft may be booked. */
export function firstBookingProblem(draft: BookingInput, now: Instant, zone: Zone): BookingProblem | null {
  return findBookingProblems(draft, now, zone)[0] ?? null;
}

/** Returns the field messages of all problems, as in `details` of the response. */
export function toFieldMessages(found: readonly BookingProblem[]): Record<string, string> {
  return Object.assign({}, ...found.map((p) => p.fields));
}

/** Returns whether the address is complete: street and number, state and postal code. */
export function hasCompleteAddress(location: Omit<BookingInput['location'], 'square_feet'>): boolean {
  return isFilled(location.streetAndNumber) && isFilled(location.state) && isFilled(location.zipCode);
}

/** Returns whether a size is given. Zero and invalid text are not. */
export function hasSquareFeet(squareFeet: number | string | null): boolean {
  return squareFeet !== null && Number(squareFeet) > 0;
}

function locationProblem(location: BookingInput['location']): BookingProblem | null {
  // Literal reading (decisions T-04): the message says "and", the rule says "or".
  if (hasCompleteAddress(location) || hasSquareFeet(location.square_feet)) return null;
  const fields: Record<string, string> = {};
  if (!isFilled(location.streetAndNumber)) fields.address = 'Please enter the street and number';
  if (!isFilled(location.state)) fields.state = 'State is required';
  if (!isFilled(location.zipCode)) fields.zip_code = 'Postal Code is required';
  const message = 'Location: Please enter a location (address) and square feets';
  return { field: 'address', message, step: 'addLocation', fields };
}

/** Returns the message below the date field, or null if the date is present, valid and in the future. */
export function dateTimeMessage(dateTime: string | null, now: Instant, zone: Zone): string | null {
  if (!isFilled(dateTime)) return 'Date & time are required';
  const at = parseInstantOrLocal(dateTime, zone);
  if (at === null) return 'Date needs to be valid';
  return isBefore(now, at) ? null : 'Date & Time needs to be future date';
}

function dateTimeProblem(dateTime: string | null, now: Instant, zone: Zone): BookingProblem | null {
  const specific = dateTimeMessage(dateTime, now, zone);
  if (specific === null) return null;
  const message = 'Date & Time: Please select a future date';
  return { field: 'date_time', message, step: 'setDateTime', fields: { date_time: specific } };
}

function clientsProblem(clients: readonly unknown[]): BookingProblem | null {
  if (clients.length > 0) return null;
  return simpleProblem('clients', 'People: Please select at least one client', 'addPeople');
}

function orderIdProblem(orderId: string): BookingProblem | null {
  if (isFilled(orderId)) return null;
  return simpleProblem('order_id', 'Information: order Id is required', 'addInformation');
}

function servicesProblem(services: BookingInput['services']): BookingProblem | null {
  if (services.newServices.services.length > 0) return null;
  return simpleProblem('services', 'Services: no service(s) has been chosen', 'addServices');
}

function simpleProblem(field: string, message: string, step: BookingStep): BookingProblem {
  return { field, message, step, fields: { [field]: message } };
}

/** The line below a tab. `value` is the user's input, where the line repeats it. */
export interface StepSummary {
  step: BookingStep;
  isFilled: boolean;
  value: string | null;
  /** The complete line in English. */
  text: string;
}

/** Returns the summary line of each tab, in the order of the tabs. */
export function stepSummaries(draft: BookingInput, zone: Zone): StepSummary[] {
  const street = draft.location.streetAndNumber.trim();
  const when = formatBookingDateTime(draft.dateTime, zone);
  const line = (
    step: BookingStep,
    isFilledStep: boolean,
    value: string | null,
    filled: string,
    empty: string,
  ) => ({
    step,
    isFilled: isFilledStep,
    value,
    text: isFilledStep ? filled : empty,
  });
  const hasServices = draft.services.newServices.services.length > 0;
  const hasClients = draft.people.clients.length > 0;
  const hasOrderId = isFilled(draft.information.order_id);
  return [
    line('addLocation', street !== '', street || null, street, 'Add location'),
    line('addServices', hasServices, null, 'Services added', 'Add Services'),
    line('setDateTime', when !== null, when, when ?? '', 'Add Date & Time'),
    line('addPeople', hasClients, null, 'People added', 'Add People'),
    line('addInformation', hasOrderId, null, 'Information added', 'Add Information'),
  ];
}

/**
 * Formats a selected date and time for the tab (always MM/DD/YYYY hh:mm A, regardless of the company's format); null
 * for none.
 */
export function formatBookingDateTime(dateTime: string | null, zone: Zone): string | null {
  if (!isFilled(dateTime)) return null;
  const local = parseLocal(dateTime);
  if (local !== null) return wallClockText(local);
  const at = parseInstantOrLocal(dateTime, zone);
  return at === null ? null : formatDate(at, zone, 'MM/DD/YYYY hh:mm A');
}

function wallClockText(local: LocalDateTime): string {
  // A local time is formatted without its zone; UTC has no gaps, so nothing is shifted.
  const at = parseInstantOrLocal(local, 'UTC' as Zone);
  return at === null ? '' : formatDate(at, 'UTC' as Zone, 'MM/DD/YYYY hh:mm A');
}

function isFilled(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== '';
}
