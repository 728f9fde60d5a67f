import { asInstant, formatDate, formatWithOffset } from '#domain/base/time.ts';
import { addressLines } from '#features/agreements/company-branding.ts';
import { documentLang } from '#features/agreements/document-labels.ts';
import { getVisitor } from '#features/agreements/link-holder.ts';
import { assertCanEditAppointment } from '#features/appointments/assert-can-edit.ts';
import { getCompany } from '#features/company/get-company.ts';
import { queueMessage } from '#features/messages/queue-message.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { changeRequestLabels } from './change-request-labels.ts';
import type { requestChange as contract, RequestedChange } from './contract.ts';
import type * as office from './office-contract.ts';
import * as store from './store.ts';

const mostOpen = 20;

/**
 * Keeps what a client wants changed and mails it to the company. A person with a personal link is known by it; others give
 * a name. When too many wishes of one appointment are open the company has enough to read, RATE_LIMITED;
 * those of known people and of strangers are counted apart.
 */
export async function requestChange(ctx: WriteCtx, input: HandlerInput<typeof contract>): Promise<null> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  if (appointment.status === 'canceled') throw badInput({ wish: 'This appointment has been canceled' });
  const { holder } = await getVisitor(ctx, appointment.id, input.p);
  const name = holder?.name ?? input.name;
  if (name === '') throw badInput({ name: 'Enter your name' });
  if ((await openOnes(ctx, appointment.id, holder !== null)) >= mostOpen) {
    throw new AppError('RATE_LIMITED', 'You have too many open requests. Call the company.');
  }
  const { wish, message } = input;
  const email = holder ? '' : (input.email ?? '');
  const id = newId();
  await ctx.db
    .insertInto('change_requests')
    .values({
      subscriber_id: ctx.subscriberId,
      id,
      appointment_id: appointment.id,
      appointment_person_id: holder?.id ?? null,
      ...{ name, email, wish, message },
      created_at: ctx.now,
    })
    .execute();
  await ctx.emit({
    type: 'appointment.change_requested',
    appointment_id: appointment.id,
    change_request_id: id,
    person_id: holder?.person_id ?? null,
  });
  await tellCompany(ctx, appointment, { id, name, wish, message, replyTo: holder?.email || email });
  return null;
}

/** Those of known people or those of anybody: what strangers send must not keep the client out. */
async function openOnes(ctx: WriteCtx, appointmentId: string, isKnown: boolean): Promise<number> {
  const { total } = await mine(ctx, 'change_requests')
    .where('appointment_id', '=', appointmentId)
    .where('handled_at', 'is', null)
    .where('appointment_person_id', isKnown ? 'is not' : 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function tellCompany(
  ctx: WriteCtx,
  appointment: store.AppointmentFacts,
  asked: { id: string; name: string; wish: RequestedChange; message: string; replyTo: string },
): Promise<void> {
  const company = await getCompany(ctx);
  const owner = await mine(ctx, 'users')
    .where('user_type', '=', 1)
    .select(['email', 'language'])
    .executeTakeFirst();
  const lang = documentLang(owner?.language ?? 'en');
  const to = company.settings.point_of_contact_email || company.company_email || owner?.email || '';
  if (to === '') return;
  await queueMessage(ctx, {
    key: `change_requested.${asked.id}`,
    template: 'change_requested',
    lang,
    to,
    ...(asked.replyTo ? { reply_to: asked.replyTo } : {}),
    from_name: company.company_name,
    facts: {
      name: asked.name,
      wish: changeRequestLabels[lang][asked.wish],
      message: asked.message,
      address: addressLines(appointment).join(', '),
      date: formatDate(asInstant(appointment.date_time), company.timezone, company.date_format),
    },
    link: `${ctx.installation.publicUrl}/appointments/details/${appointment.id}`,
    appointment_id: appointment.id,
  });
}

/** What clients of the appointment asked to be changed, newest first. */
export async function listChangeRequests(
  ctx: ReadCtx,
  input: { id: string },
): Promise<office.ChangeRequest[]> {
  if (!(await store.appointmentFacts(ctx, input.id))) throw notFound();
  return rowsOf(ctx, input.id);
}

/** Marks a wish as settled, or as open again. */
export async function handleChangeRequest(
  ctx: WriteCtx,
  input: HandlerInput<typeof office.handleChangeRequest>,
): Promise<office.ChangeRequest> {
  await assertCanEditAppointment(ctx, input.id);
  await ctx.db
    .updateTable('change_requests')
    .set(
      input.handled
        ? { handled_at: ctx.now, handled_by: ctx.requireUser().userId }
        : { handled_at: null, handled_by: null },
    )
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('appointment_id', '=', input.id)
    .where('id', '=', input.requestId)
    .execute();
  const row = (await rowsOf(ctx, input.id)).find((one) => one.id === input.requestId);
  if (!row) throw notFound();
  return row;
}

async function rowsOf(ctx: ReadCtx, appointmentId: string): Promise<office.ChangeRequest[]> {
  const { timezone } = await getCompany(ctx);
  const rows = await mine(ctx, 'change_requests')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'change_requests.subscriber_id')
        .onRef('users.id', '=', 'change_requests.handled_by'),
    )
    .where('appointment_id', '=', appointmentId)
    .orderBy('change_requests.id', 'desc')
    .select([
      'change_requests.id',
      'name',
      'change_requests.email',
      'appointment_person_id',
      'wish',
      'message',
      'change_requests.created_at',
      'handled_at',
      'first_name',
      'last_name',
    ])
    .execute();
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
