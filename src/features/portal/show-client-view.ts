import { missingSigners } from '#domain/agreements.ts';
import { displayStatus } from '#domain/appointment-states.ts';
import { type Cents, fromCents } from '#domain/money.ts';
import { asInstant, withOffset } from '#domain/time.ts';
import { brandOf } from '#features/agreements/company-brand.ts';
import {
  holderOf,
  isTeam,
  type LinkHolder,
  type LinkPerson,
  linkPeople,
} from '#features/agreements/link-holder.ts';
import { type Company, companyOf } from '#features/company/company-of.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import { keyOfAttachment } from './attachment-keys.ts';
import type { ClientView } from './contract.ts';
import { portalSteps } from './portal-steps.ts';
import * as store from './store.ts';

/** The portal of the link's appointment as this visitor may see it. */
export async function showClientView(ctx: ReadCtx, input: { p?: string | undefined }): Promise<ClientView> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link is not known');
  const company = await companyOf(ctx);
  const holder = await holderOf(ctx, appointment.id, input.p);
  const viewer = viewerOf(holder, company);
  const isOurs = isTeam(ctx);
  const agreements = await agreementsFor(ctx, appointment.id, holder);
  const invoice = await store.invoice(ctx, appointment.id);
  const reports = (await store.reports(ctx, appointment.id)).filter((row) => row.status === 'published');
  const steps = portalSteps({
    agreements,
    paid: appointment.paid,
    is_processing: invoice?.is_processing ?? false,
    require_payment: appointment.require_payment,
    agreement_signed: appointment.agreement_signed,
    has_published: reports.length > 0,
    viewer,
    waivers: (await store.waivers(ctx, appointment.id)).map(store.asGateWaiver),
    now: ctx.now,
  });
  const time = (at: string) => withOffset(asInstant(at), company.timezone);
  return {
    ...about(ctx, appointment, company),
    technicians: await technicians(ctx, appointment),
    services: await store.services(ctx, appointment.id),
    viewer,
    is_team: isOurs,
    appointment_id: isOurs ? appointment.id : null,
    steps,
    agreements: agreements.map((each) => ({ ...each, signed_at: each.signed_at && time(each.signed_at) })),
    invoice: invoice && seesInvoice(holder, viewer) ? presentInvoice(invoice, company) : null,
    reports: reports.map((row) => ({
      public_id: row.public_id,
      name: row.name,
      published_at: row.published_at && time(row.published_at),
      is_open: isOurs || steps.view_report.state !== 'waiting',
    })),
    attachments: (await store.attachments(ctx, appointment.id)).map(({ id, name, bytes }) => ({
      key: keyOfAttachment(ctx.installation, id),
      name,
      bytes,
    })),
  };
}

function about(ctx: ReadCtx, row: store.AppointmentFacts, company: Company) {
  const { timezone } = company;
  const [date_time, end_time] = [asInstant(row.date_time), asInstant(row.end_time)];
  const { address, city, state, zip_code, square_feet, year_built, foundation } = row;
  const place = { address, city, state, zip_code, square_feet, year_built, foundation };
  return {
    public_id: row.public_id,
    order_id: row.order_id,
    status: row.status,
    display_status: displayStatus(row.status as 'scheduled', { now: ctx.now, date_time, end_time }),
    cancel_reason: row.status === 'canceled' ? row.cancel_reason : '',
    company: brandOf(company, row.public_id),
    property: { ...place, picture: `${pathOf(row)}/picture`, has_photo: row.cover_file_id !== null },
    date_time: withOffset(date_time, timezone),
    end_time: withOffset(end_time, timezone),
    timezone,
  };
}

const pathOf = (row: { public_id: string }) => `/api/v2/public/appointments/${row.public_id}`;

function viewerOf(holder: LinkHolder | null, company: Company) {
  if (!holder) return null;
  const { agents_can_sign, agents_can_pay } = company.settings;
  const isClient = holder.role === 'client';
  const { name, role } = holder;
  return { name, role, can_sign: isClient || agents_can_sign, can_pay: isClient || agents_can_pay };
}

function seesInvoice(holder: LinkHolder | null, viewer: { can_pay: boolean } | null): boolean {
  return holder === null || viewer?.can_pay === true;
}

async function technicians(ctx: ReadCtx, appointment: store.AppointmentFacts) {
  const rows = await store.technicians(ctx, appointment.id);
  return rows.map((row, i) => ({
    name: `${row.first_name} ${row.last_name}`.trim(),
    picture: row.profile_pic_file_id ? `${pathOf(appointment)}/technicians/${i}` : null,
  }));
}

async function agreementsFor(ctx: ReadCtx, appointmentId: string, holder: LinkHolder | null) {
  const rows = await store.agreements(ctx, appointmentId);
  const signatures = await store.signatures(
    ctx,
    rows.map((row) => row.id),
  );
  const clients = (await linkPeople(ctx, appointmentId)).filter((person) => person.role === 'client');
  return rows.map(({ id, ...row }) => {
    const own = signatures.filter((s) => s.agreement_id === id);
    return {
      ...row,
      signed_by_me: holder !== null && own.some((s) => s.person_id === holder.person_id),
      waiting_for: row.signed ? [] : namesOf(clients, own),
    };
  });
}

function namesOf(clients: readonly LinkPerson[], own: readonly { person_id: string | null }[]): string[] {
  const ids = clients.map((client) => client.person_id);
  const facts = own.map(({ person_id }) => ({ person_id, role: 'client' as const }));
  const missing = missingSigners(ids, facts);
  return clients.filter((client) => missing.includes(client.person_id)).map((client) => client.name);
}

function presentInvoice(row: NonNullable<Awaited<ReturnType<typeof store.invoice>>>, company: Company) {
  const money = (cents: number) => fromCents(cents as Cents);
  const { public_id, number, status, currency } = row;
  return {
    public_id,
    number,
    status,
    currency,
    total: money(row.total_cents),
    paid_amount: money(row.paid_cents),
    outstanding: money(row.outstanding_cents),
    payment_type: company.settings.payment_type,
  };
}
