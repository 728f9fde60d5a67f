import { type Instant, isBefore } from '../base/time.ts';

export type AppointmentStatus = 'requested' | 'scheduled' | 'completed' | 'canceled';
export type AppointmentAction =
  | 'confirm'
  | 'unconfirm'
  | 'cancel'
  | 'restore'
  | 'complete'
  | 'reopen'
  | 'delete';

export interface AppointmentFacts {
  now: Instant;
  date_time: Instant;
  end_time?: Instant;
  /** For a canceled one: the value at the time of cancellation. */
  confirm_inspection: boolean;
  reports: number;
  published_reports: number;
  payments: number;
  signed_agreements: number;
}

/** The result of an action: a status, `deleted`, or a refusal with its reason. */
export type Transition =
  | { ok: true; status: AppointmentStatus; confirm_inspection: boolean; isDeleted: boolean }
  | { ok: false; message: string };

const refused = (message: string): Transition => ({ ok: false, message });
const to = (status: AppointmentStatus, confirmed: boolean): Transition => ({
  ok: true,
  status,
  confirm_inspection: confirmed,
  isDeleted: false,
});

/** Returns the effect of an action on an appointment in this status, or why it is not allowed (decisions G-APT-2). */
export function appointmentTransition(
  status: AppointmentStatus,
  action: AppointmentAction,
  facts: AppointmentFacts,
): Transition {
  switch (action) {
    case 'confirm':
      return status === 'requested'
        ? to('scheduled', true)
        : refused('Only a requested appointment can be confirmed');
    case 'unconfirm':
      if (status !== 'scheduled')
        return refused('Only a scheduled appointment can be moved back to requests');
      return isBefore(facts.now, facts.date_time)
        ? to('requested', false)
        : refused('Only a future appointment can be moved back to requests');
    case 'cancel':
      if (status === 'canceled') return refused('This appointment is already canceled');
      return status === 'requested' || status === 'scheduled'
        ? to('canceled', facts.confirm_inspection)
        : refused(`A ${status} appointment can’t be canceled`);
    case 'restore':
      if (status !== 'canceled') return refused('Only a canceled appointment can be restored');
      return facts.confirm_inspection ? to('scheduled', true) : to('requested', false);
    case 'complete':
      return complete(status, facts);
    case 'reopen':
      return status === 'completed'
        ? to('scheduled', true)
        : refused('Only a completed appointment can be reopened');
    case 'delete':
      return remove(status, facts);
  }
}

function complete(status: AppointmentStatus, facts: AppointmentFacts): Transition {
  if (status !== 'scheduled') return refused('Only a scheduled appointment can be completed');
  return facts.published_reports === facts.reports
    ? to('completed', true)
    : refused('Publish all reports first');
}

function remove(status: AppointmentStatus, facts: AppointmentFacts): Transition {
  if (status !== 'canceled' && status !== 'requested') {
    return refused('Only a canceled or requested appointment can be deleted');
  }
  if (facts.payments > 0) return refused('An appointment with payments can’t be deleted');
  if (facts.signed_agreements > 0) return refused('An appointment with signed agreements can’t be deleted');
  return { ok: true, status, confirm_inspection: facts.confirm_inspection, isDeleted: true };
}

/** Returns the initial status of a new appointment. */
export function initialStatus(confirmInspection: boolean): AppointmentStatus {
  return confirmInspection ? 'scheduled' : 'requested';
}

/**
 * Returns the status that lists show: the stored one, `in_progress` between start and end, `overdue` for a past request
 * that was not answered.
 */
export function displayStatus(
  status: AppointmentStatus,
  times: { now: Instant; date_time: Instant; end_time: Instant },
): AppointmentStatus | 'in_progress' | 'overdue' {
  const hasBegun = !isBefore(times.now, times.date_time);
  if (status === 'requested' && hasBegun) return 'overdue';
  return status === 'scheduled' && hasBegun && isBefore(times.now, times.end_time) ? 'in_progress' : status;
}
