import { asInstant, formatWithOffset } from '#domain/base/time.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { enterLink } from '#server/db/enter-link.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { loadAppointment } from './load-appointment.ts';
import { presentLoadedForUser } from './present-for-user.ts';

type Answer = HandlerOutput<typeof contract.getAppointment>;

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Returns one appointment. Company members get all of it, by id or public id; everyone else only gets the public
 * projection by public id. Internal ids require a session; user_id and u_id grant no rights.
 */
export async function getAppointment(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getAppointment>,
): Promise<Answer> {
  const asked = input.inspection_id;
  const isMember = ctx.actor !== null && ctx.actor.userType !== 5;
  if (isId.test(asked)) {
    const row = isMember ? await loadAppointment(ctx, asked) : undefined;
    if (!row) throw notFound();
    return presentLoadedForUser(ctx, row);
  }
  const entered = await enterLink(ctx, asked, 'appointment');
  if (!entered?.link) throw notFound('This link does not work');
  if (isMember && entered.subscriberId === ctx.subscriberId) {
    const row = await loadAppointment(ctx, entered.link.id);
    if (!row) throw notFound();
    return presentLoadedForUser(ctx, row);
  }
  return publicProjection(entered, entered.link.id);
}

/** Returns what anyone with the link may see: no notes, payments, phone numbers, addresses or hidden technicians. */
async function publicProjection(ctx: ReadCtx, id: string): Promise<Answer> {
  const row = await loadAppointment(ctx, id);
  if (!row) throw notFound('This link does not work');
  const { timezone, company_name, company_phone, company_email } = await getCompany(ctx);
  return {
    projection: 'public',
    public_id: row.public_id,
    status: row.status,
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    date_time: formatWithOffset(asInstant(row.date_time), timezone),
    end_time: formatWithOffset(asInstant(row.end_time), timezone),
    timezone,
    services: row.services.map(({ name }) => ({ name })),
    technicians: row.people
      .filter((p) => p.role === 'inspector' && !p.invisible)
      .map(({ first_name, last_name }) => ({ first_name, last_name })),
    agreement_signed: row.agreement_signed,
    published: row.published,
    company: { company_name, company_phone, company_email },
  };
}
