import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { newId } from '#server/ids.ts';
import type { Factories } from '#testing/factories.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type CommentOnWire, type FullReport, getReport } from './contract.ts';
import { type OpOnWire, patchReport } from './editing-contract.ts';

/** Books an appointment in a new company and opens its report. */
export async function createOpenedReport(
  has: Factories,
  more: Parameters<typeof goodPayload>[1] = {},
): Promise<{ owner: TestUser; appointmentId: string; report: FullReport }> {
  const owner = await has.owner();
  const booked = await owner.call(
    bookAppointment,
    await goodPayload(owner, { date_time: '2031-01-11T09:00', order_id: 'R-1', ...more }),
  );
  const [row] = booked.reports;
  if (!row) throw new Error('the appointment has no report');
  const report = await readFull(owner, row.id);
  return { owner, appointmentId: booked.id, report };
}

/** The current report as its editors see it. */
export async function readFull(person: TestUser, id: string): Promise<FullReport> {
  const report = await person.call(getReport, { reportId: id });
  if (report.projection !== 'full') throw new Error('not the whole report');
  return report;
}

/** Sends changes as the editor does. */
export function saves(person: TestUser, report: Pick<FullReport, 'id' | 'rev'>, ops: OpOnWire[]) {
  return person.call(patchReport, { id: report.id, rev: report.rev, ops });
}

type WithoutId<T> = T extends { op_id: string } ? Omit<T, 'op_id'> : never;

/** Adds a new op_id to an operation. */
export function op(fields: WithoutId<OpOnWire>): OpOnWire {
  return { op_id: newId(), ...fields } as OpOnWire;
}

/** Finds a comment by name in the whole report. */
export function findComment(report: FullReport, name: string): CommentOnWire {
  const found = report.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .find((comment) => comment.name === name);
  if (!found) throw new Error(`no comment ${name}`);
  return found;
}
