import { type Cents, fromCents } from '#domain/base/money.ts';
import { addMinutes, asInstant, formatWithOffset } from '#domain/base/time.ts';
import { displayStatus } from '#domain/scheduling/appointment-states.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { getVisitor, isTeamMember, type LinkPerson, type Visitor } from '#features/agreements/link-holder.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { getOnlinePaymentOptions } from '#features/payments/invoices/get-online-payment-options.ts';
import { gateOf } from '#features/reports/access/gate.ts';
import type { ReadCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { ClientView, RequestedChange } from './contract.ts';
import { personKey } from './person-key.ts';
import { listPortalAgreements, listPortalFiles } from './portal-documents.ts';
import { portalSteps } from './portal-steps.ts';
import * as store from './store.ts';

const newsDays = 14;

/** The portal of the link's appointment as this visitor may see it. */
export async function showClientView(ctx: ReadCtx, input: { p?: string | undefined }): Promise<ClientView> {
  const appointment = await store.appointmentFacts(ctx, ctx.link?.id ?? '');
  if (!appointment) throw notFound('This link does not work');
  const company = await getCompany(ctx);
  const visitor = await getVisitor(ctx, appointment.id, input.p);
  const { holder, rights } = visitor;
  const isOurs = isTeamMember(ctx);
  const agreements = await listPortalAgreements(ctx, appointment.id, visitor, company.timezone);
  const invoice = await store.invoice(ctx, appointment.id);
  const reports = (await store.reports(ctx, appointment.id)).filter((row) => row.status === 'published');
  const files = await store.attachments(ctx, appointment.id);
  const asReports = files.filter((row) => row.as_report);
  const has_published = reports.length + asReports.length > 0;
  const steps = await stepsOf(ctx, appointment, visitor, { agreements, invoice, has_published });
  const time = (at: string) => formatWithOffset(asInstant(at), company.timezone);
  const isOpen = isOurs || steps.view_report.state !== 'waiting';
  return {
    ...about(ctx, appointment, company),
    technicians: await technicians(ctx, appointment),
    services: await store.services(ctx, appointment.id),
    link: visitor.link,
    viewer: viewerOf(visitor, company),
    may_change: mayChange(appointment, visitor, company),
    people: isOurs || holder ? [] : pickable(ctx, visitor.people),
    moved_from: await movedFrom(ctx, appointment, company),
    proposed_until: holder && (await proposedUntil(ctx, appointment, company)),
    is_team: isOurs,
    appointment_id: isOurs ? appointment.id : null,
    steps,
    agreements,
    invoice:
      invoice && rights.view_invoice
        ? {
            ...presentInvoice(invoice, company),
            can_pay_online:
              holder !== null &&
              rights.pay &&
              !isUnconfirmed(appointment, has_published) &&
              (await isPayableOnline(ctx, { invoice, appointment, company })),
          }
        : null,
    reports: reports.map((row) => ({
      public_id: row.public_id,
      name: row.name,
      published_at: row.published_at && time(row.published_at),
      is_open: isOpen,
      is_summary_only: !rights.view_report,
    })),
    report_files: listPortalFiles(ctx, asReports).map((file) => ({
      ...file,
      is_open: isOurs || (isOpen && rights.view_report),
    })),
    attachments: listPortalFiles(
      ctx,
      files.filter((row) => !row.as_report),
    ),
    change_requests: holder ? await changeRequestsOf(ctx, holder.id, time) : [],
  };
}

/** A request is signed and paid once the company has accepted it, unless its report is there already. */
function isUnconfirmed({ status }: store.AppointmentFacts, hasPublished: boolean): boolean {
  return status === 'requested' && !hasPublished;
}

/** A payment in progress has to end before the next one begins. */
async function isPayableOnline(
  ctx: ReadCtx,
  open: Parameters<typeof getOnlinePaymentOptions>[1] & { invoice: { is_processing: boolean } },
): Promise<boolean> {
  return !open.invoice.is_processing && (await getOnlinePaymentOptions(ctx, open)) !== null;
}

async function stepsOf(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  { holder, rights }: Visitor,
  documents: {
    agreements: ClientView['agreements'];
    invoice: { is_processing: boolean; status: string } | null;
    has_published: boolean;
  },
) {
  const { agreements, invoice, has_published } = documents;
  const { require_payment, require_signature, waivers } = await gateOf(ctx, appointment, has_published);
  const { paid, agreement_signed } = appointment;
  return portalSteps({
    ...{ agreements, has_published, paid, agreement_signed, require_payment, require_signature, waivers },
    viewer: holder && { can_sign: rights.sign, can_pay: rights.pay },
    is_processing: invoice?.is_processing ?? false,
    is_void: invoice?.status === 'void',
    is_unconfirmed: isUnconfirmed(appointment, has_published),
    can_read: rights.view_summary,
    now: ctx.now,
  });
}

/** Whether this visitor may download this document now. One that counts as a report needs an open gate and the right. */
export async function canDownloadFile(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  file: { as_report: boolean },
  p: string | undefined,
): Promise<boolean> {
  if (!file.as_report || isTeamMember(ctx)) return true;
  const { rights } = await getVisitor(ctx, appointment.id, p);
  return rights.view_report && (await gateOf(ctx, appointment, true)).reasons.length === 0;
}

async function changeRequestsOf(ctx: ReadCtx, id: string, time: (at: string) => string) {
  return (await store.listChangeRequestsOf(ctx, id)).map(({ wish, message, created_at, handled_at }) => ({
    wish: wish as RequestedChange,
    message,
    created_at: time(created_at),
    is_handled: handled_at !== null,
  }));
}

/** People who can be mailed their personal link: names only, and only those with an address. */
function pickable(ctx: ReadCtx, people: readonly LinkPerson[]) {
  return people
    .filter((person) => person.email !== '' && person.name !== '')
    .map(({ id, name }) => ({ key: personKey(ctx.installation, id), name }));
}

/** The previous time of an upcoming appointment that was moved recently. */
async function movedFrom(ctx: ReadCtx, row: store.AppointmentFacts, { timezone }: Company) {
  if (row.status === 'canceled' || row.date_time < ctx.now) return null;
  const move = await store.lastReschedule(ctx, row.id, addMinutes(ctx.now, -newsDays * 24 * 60));
  const before = (move?.data as { old_date_time?: unknown } | undefined)?.old_date_time;
  if (typeof before !== 'string') return null;
  const at = asInstant(before);
  return at === asInstant(row.date_time) ? null : formatWithOffset(at, timezone);
}

/** When the open proposal of other times for a request ends. */
async function proposedUntil(ctx: ReadCtx, row: store.AppointmentFacts, { timezone }: Company) {
  if (row.status !== 'requested') return null;
  const proposal = await store.openProposal(ctx, row.id);
  return proposal ? formatWithOffset(asInstant(proposal.expires_at), timezone) : null;
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
    company: getCompanyBranding(company, row.public_id),
    property: { ...place, picture: `${pathOf(row)}/picture`, has_photo: row.cover_file_id !== null },
    date_time: formatWithOffset(date_time, timezone),
    end_time: formatWithOffset(end_time, timezone),
    timezone,
  };
}

const pathOf = (row: { public_id: string }) => `/api/v2/public/appointments/${row.public_id}`;

function mayChange({ status }: store.AppointmentFacts, { holder }: Visitor, { settings }: Company): boolean {
  const isOn = settings.client_may_reschedule || settings.client_may_cancel;
  return isOn && holder?.rights.change === true && (status === 'requested' || status === 'scheduled');
}

function viewerOf({ holder, people }: Visitor, { timezone }: Company): ClientView['viewer'] {
  if (!holder) return null;
  const { name, role, rights } = holder;
  const end = people.find((person) => person.id === holder.id)?.link_ends_at ?? null;
  return {
    name,
    first_name: name.split(' ')[0] ?? '',
    role,
    can_sign: rights.sign,
    can_pay: rights.pay,
    rights,
    link_ends_at: end && formatWithOffset(end, timezone),
  };
}

async function technicians(ctx: ReadCtx, appointment: store.AppointmentFacts) {
  const rows = await store.technicians(ctx, appointment.id);
  return rows.map((row, i) => ({
    name: `${row.first_name} ${row.last_name}`.trim(),
    picture: row.profile_pic_file_id ? `${pathOf(appointment)}/technicians/${i}` : null,
  }));
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
