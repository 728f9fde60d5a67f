import type { AppointmentStatus } from './appointment-states.ts';

/** What an appointment runs through: signed, paid, reported. */
export interface JobFacts {
  status: AppointmentStatus;
  /** The agreed time has come. */
  hasBegun: boolean;
  /** The number of agreements that have to be signed, and whether all are. */
  agreements: number;
  isSigned: boolean;
  /** Null for users who may not see prices: they are not shown the step. */
  total: number | null;
  isPaid: boolean;
  /** In the order of the appointment. */
  reports: readonly { id: string; status: string }[];
  mayEdit: boolean;
  mayRecordPayments: boolean;
  mayEditReport: boolean;
  mayPublish: boolean;
}

type StepState = 'done' | 'open' | 'none';

export interface JobStep {
  id: 'signed' | 'paid' | 'report';
  state: StepState;
}

/** The one action that brings the job forward. */
export type NextStep =
  | { action: 'remind' }
  | { action: 'record_payment' }
  | { action: 'start_report' | 'continue_report' | 'publish_report'; reportId: string };

/** Returns the steps of an appointment that the user may see, in order; `none` if there is nothing to do in one. */
export function jobSteps(facts: JobFacts): JobStep[] {
  const isDone = (done: boolean, isNeeded: boolean): StepState =>
    !isNeeded ? 'none' : done ? 'done' : 'open';
  const steps: JobStep[] = [{ id: 'signed', state: isDone(facts.isSigned, facts.agreements > 0) }];
  if (facts.total !== null) steps.push({ id: 'paid', state: isDone(facts.isPaid, facts.total > 0) });
  const areReported = facts.reports.every((report) => report.status === 'published');
  steps.push({ id: 'report', state: isDone(areReported, facts.reports.length > 0) });
  return steps;
}

/**
 * Returns the next action of a confirmed appointment that the user may perform; null if there is none. Before the
 * agreed time that is the signature, then the payment, then the report; from then on the report comes first, because
 * the technician is on site.
 */
export function nextStep(facts: JobFacts): NextStep | null {
  if (facts.status !== 'scheduled' && facts.status !== 'completed') return null;
  const open = new Set(jobSteps(facts).flatMap((step) => (step.state === 'open' ? [step.id] : [])));
  const remind: NextStep | null = open.has('signed') && facts.mayEdit ? { action: 'remind' } : null;
  const payment: NextStep | null =
    open.has('paid') && facts.mayRecordPayments ? { action: 'record_payment' } : null;
  const report = reportStep(facts);
  const order = facts.hasBegun ? [report, remind, payment] : [remind, payment, report];
  return order.find((step) => step !== null) ?? null;
}

/**
 * Returns whether the page's first status change is its one filled button: the confirmation of a request, which has no
 * other next step, and the completion of an appointment that needs nothing else.
 */
export function isNextAct(act: string | undefined, hasNextStep: boolean): boolean {
  return (act === 'confirm' || act === 'complete') && !hasNextStep;
}

/**
 * Returns whether a request is one of a visitor. The office accepts it, at its time or another, instead of confirming it:
 * two buttons would mean the same.
 */
export function isAccepted(source: string): boolean {
  return source !== 'internal';
}

function reportStep({ reports, mayEditReport, mayPublish }: JobFacts): NextStep | null {
  const report = reports.find((one) => one.status !== 'published');
  if (!report) return null;
  const reportId = report.id;
  if (report.status === 'pending_approval') return mayPublish ? { action: 'publish_report', reportId } : null;
  if (!mayEditReport) return null;
  return { action: report.status === 'not_started' ? 'start_report' : 'continue_report', reportId };
}
