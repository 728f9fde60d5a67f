import type { EventType, GableEvent } from './events.ts';

type AutomationGroup =
  | 'Pre-Appointment'
  | 'Client Actions'
  | 'Day of Appointment'
  | 'Sub-Events'
  | 'Post-Appointment';

/** One of the 25 events that can trigger an action (decisions G-AUT-1). */
export interface AutomationEvent {
  id: number;
  name: string;
  group: AutomationGroup;
  /** The event type that triggers it; null for the two scheduled ones, whose time is known in advance. */
  on: EventType | null;
  /** Whether actions may run before it; makes sense only for scheduled ones. */
  mayBeBefore: boolean;
}

const row = (id: number, name: string, group: AutomationGroup, on: EventType | null): AutomationEvent => ({
  id,
  name,
  group,
  on,
  mayBeBefore: on === null,
});

/** The 25 automation events, ordered by id. Correcting the numbering takes a change here and a data migration. */
export const automationEvents: readonly AutomationEvent[] = [
  row(1, 'Appointment requested', 'Pre-Appointment', 'appointment.requested'),
  row(2, 'Appointment scheduled', 'Pre-Appointment', 'appointment.scheduled'),
  row(3, 'Services changed', 'Pre-Appointment', 'appointment.services_changed'),
  row(4, 'Fees changed', 'Pre-Appointment', 'appointment.priced'),
  row(5, 'Agreement added', 'Pre-Appointment', 'agreement.added'),
  row(6, 'Agreement removed', 'Pre-Appointment', 'agreement.removed'),
  row(7, 'Attachment added', 'Pre-Appointment', 'attachment.added'),
  row(8, 'Attachment removed', 'Pre-Appointment', 'attachment.removed'),
  row(9, 'Contractor assigned', 'Pre-Appointment', 'person.assigned'),
  row(10, 'Contractor unassigned', 'Pre-Appointment', 'person.unassigned'),
  row(11, 'Technician assigned', 'Pre-Appointment', 'person.assigned'),
  row(12, 'Technician unassigned', 'Pre-Appointment', 'person.unassigned'),
  row(13, 'Rescheduled', 'Pre-Appointment', 'appointment.rescheduled'),
  row(14, 'Canceled', 'Pre-Appointment', 'appointment.canceled'),
  row(15, 'All agreements signed', 'Client Actions', 'agreements.completed'),
  row(16, 'Paid', 'Client Actions', 'invoice.paid'),
  row(17, 'Signed and paid', 'Client Actions', 'appointment.signed_and_paid'),
  row(18, 'Appointment start time', 'Day of Appointment', null),
  row(19, 'Appointment end time', 'Day of Appointment', null),
  row(20, 'Reports published', 'Day of Appointment', 'report.published'),
  row(21, 'Sub-event created', 'Sub-Events', 'sub_event.created'),
  row(22, 'Sub-event updated', 'Sub-Events', 'sub_event.updated'),
  row(23, 'Sub-event deleted', 'Sub-Events', 'sub_event.deleted'),
  row(24, 'Report viewed by agent', 'Post-Appointment', 'report.viewed'),
  row(25, 'Report viewed by client', 'Post-Appointment', 'report.viewed'),
];

/** Returns the automation event with this id, or null. */
export function automationEvent(id: number): AutomationEvent | null {
  return automationEvents[id - 1] ?? null;
}

/**
 * Returns the id of the automation event that an event triggers, or null. Contractor and technician are distinguished
 * by role, views by viewer (listing agents count as agents) and counted once per person. A report counts at its first
 * publication; later ones are covered by rules that name a report.
 */
export function automationEventIdFor(event: GableEvent): number | null {
  switch (event.type) {
    case 'person.assigned':
      return event.role === 'contractor' ? 9 : event.role === 'inspector' ? 11 : null;
    case 'person.unassigned':
      return event.role === 'contractor' ? 10 : event.role === 'inspector' ? 12 : null;
    case 'report.published':
      return event.is_first ? 20 : null;
    case 'report.viewed':
      if (!event.is_first) return null;
      return event.role === 'client' ? 25 : event.role === 'other' ? null : 24;
    default:
      return automationEvents.find((row) => row.on === event.type)?.id ?? null;
  }
}
