import { asInstant, formatWithOffset } from '#domain/base/time.ts';
import { getVisitor } from '#features/agreements/link-holder.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import * as requests from './change-request-store.ts';
import type { requestChange as contract, RequestedChange } from './contract.ts';
import type * as office from './office-contract.ts';
import * as store from './store.ts';

const mostOpen = 20;

/**
 * Stores a client's change request, which is mailed to the company. A personal link identifies the person; others give a
 * name. Throws RATE_LIMITED when too many requests of one appointment are open; requests of identified people and
 * of strangers are counted separately.
 */
export async function requestChange(ctx: WriteCtx, input: HandlerInput<typeof contract>): Promise<null> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  if (appointment.status === 'canceled') throw badInput({ wish: 'This appointment has been canceled' });
  const { holder } = await getVisitor(ctx, appointment.id, input.p);
  const name = holder?.name ?? input.name;
  if (name === '') throw badInput({ name: 'Enter your name' });
  if ((await requests.countOpenRequests(ctx, appointment.id, holder !== null)) >= mostOpen) {
    throw new AppError('RATE_LIMITED', 'You have too many open requests. Call the company.');
  }
  const { wish, message } = input;
  const email = holder ? '' : (input.email ?? '');
  const id = newId();
  await requests.insertRequest(ctx, {
    id,
    appointment_id: appointment.id,
    appointment_person_id: holder?.id ?? null,
    ...{ name, email, wish, message },
  });
  await ctx.emit({
    type: 'appointment.change_requested',
    appointment_id: appointment.id,
    change_request_id: id,
    person_id: holder?.person_id ?? null,
  });
  return null;
}

/** The change requests of an appointment, newest first. */
export async function listChangeRequests(
  ctx: ReadCtx,
  input: { id: string },
): Promise<office.ChangeRequest[]> {
  if (!(await store.appointmentFacts(ctx, input.id))) throw notFound();
  return rowsOf(ctx, input.id);
}

/** Marks a change request as handled, or as open again. */
export async function handleChangeRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof office.handleChangeRequest>,
): Promise<office.ChangeRequest> {
  await assertCanEditAppointment(ctx, input.id);
  const handledBy = input.handled ? ctx.requireUser().userId : null;
  await requests.setHandled(ctx, { appointmentId: input.id, requestId: input.requestId, handledBy });
  const row = (await rowsOf(ctx, input.id)).find((one) => one.id === input.requestId);
  if (!row) throw notFound();
  return row;
}

async function rowsOf(ctx: ReadCtx, appointmentId: string): Promise<office.ChangeRequest[]> {
  const { timezone } = await getCompany(ctx);
  const rows = await requests.listRequests(ctx, appointmentId);
  const time = (at: string) => formatWithOffset(asInstant(at), timezone);
  return rows.map(({ appointment_person_id, first_name, last_name, ...row }) => ({
    ...row,
    wish: row.wish as RequestedChange,
    is_known: appointment_person_id !== null,
    created_at: time(row.created_at),
    handled_at: row.handled_at && time(row.handled_at),
    handled_by_name: `${first_name ?? ''} ${last_name ?? ''}`.trim(),
  }));
}
