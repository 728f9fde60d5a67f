import { addressLines } from '#domain/base/addresses.ts';
import { minutesToHours } from '#domain/base/durations.ts';
import { createFormatter, type Formatter } from '#domain/base/formatter.ts';
import { asCents, fromCents } from '#domain/base/money.ts';
import { allows } from '#domain/people/permissions.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import { localizeDetails, localizeLineItem } from '#domain/pricing/localize-details.ts';
import { displayStatus } from '#domain/scheduling/appointment-states.ts';
import {
  companyLetterhead,
  documentImageLoader,
  paperSizeFor,
} from '#features/agreements/sealing/agreement-document.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import type { ActionCtx } from '#server/context.ts';
import type { DocumentLang, OrderBlock, OrderModel } from '#server/documents/models.ts';
import { renderSmallDocument } from '#server/documents/render.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { type AppointmentContext, loadAppointmentContext } from '../details/load-appointment-context.ts';
import { timesOf } from '../present.ts';
import type { printOrder as contract } from '../print-contract.ts';
import type { PersonRow } from '../rows.ts';
import { orderLabels } from './order-labels.ts';

/** Returns the order sheet of an appointment as a PDF in the user's language. */
export async function printOrder(ctx: ActionCtx, input: HandlerInput<typeof contract>): Promise<Download> {
  const facts = await ctx.read((r) => loadAppointmentContext(r, input.id));
  if (!facts) throw notFound();
  const { country_code } = facts.company;
  const paper = input.paper ? (input.paper === 'a4' ? 'a4' : 'us-letter') : paperSizeFor(country_code);
  const lang = ctx.lang;
  const seesPrices = allows(ctx.requireUser(), 'see_prices');
  const model = orderDocumentModel(facts, { lang, paper, now: ctx.now, seesPrices });
  const { bytes } = await renderSmallDocument('order', model, documentImageLoader(ctx, facts.company), {
    company: ctx.subscriberId,
    store: documentStore(ctx),
  });
  return {
    filename: `${model.title}.pdf`,
    type: 'application/pdf',
    body: bytes,
    bytes: bytes.length,
    inline: true,
  };
}

interface OrderOptions {
  lang: DocumentLang;
  paper: OrderModel['paper'];
  now: ActionCtx['now'];
  seesPrices: boolean;
}

const statusColors: Readonly<Record<string, string>> = {
  requested: '#e67700',
  overdue: '#c92a2a',
  scheduled: '#1971c2',
  in_progress: '#1971c2',
  completed: '#2b8a3e',
  canceled: '#868e96',
};

/** Builds the model of the order PDF. It has no internal notes, since it is carried into clients' homes. */
export function orderDocumentModel(facts: AppointmentContext, options: OrderOptions): OrderModel {
  const { appointment, company } = facts;
  const labels = orderLabels[options.lang];
  const zone = company.timezone;
  const { date_time: start, end_time: end } = appointment;
  const format = formatterOf(facts, options);
  const status = displayStatus(appointment.status, timesOf(appointment, options.now));
  const hours = labels.hours(format.hours(minutesToHours(appointment.duration_minutes)));
  return {
    lang: options.lang,
    paper: options.paper,
    created_at: appointment.updated_at,
    title: labels.order(appointment.order_id),
    company: companyLetterhead(company),
    number: appointment.order_id,
    status: { label: labels.status[status] ?? status, color: statusColors[status] ?? '#868e96' },
    day: format.longDay(start),
    time: `${format.timeRange(start, end)} ${format.zoneName(start, zone)} · ${hours}`,
    warnings: appointment.utilities_on ? [] : [labels.utilitiesOff],
    property_lines: addressLines(appointment),
    blocks: blocksOf(facts, options),
    table: tableOf(facts, options),
    notes: [
      { title: labels.notes, text: appointment.inspection_notes },
      ...(options.seesPrices ? [{ title: labels.paymentNotes, text: appointment.payment_notes }] : []),
    ].filter((note) => note.text.trim() !== ''),
  };
}

/** The reader is a member of the team, who sees days in the company's format on every screen. */
function formatterOf({ company }: AppointmentContext, { lang }: OrderOptions): Formatter {
  return createFormatter(lang, company.date_format, company.timezone);
}

function blocksOf(facts: AppointmentContext, options: OrderOptions): OrderBlock[] {
  const { appointment, company } = facts;
  const { lang, seesPrices } = options;
  const format = formatterOf(facts, options);
  const labels = orderLabels[lang];
  const yesNo = (is: boolean) => (is ? labels.yes : labels.no);
  const { square_feet, year_built, foundation } = appointment;
  const technicians = appointment.people.filter((one) => one.role === 'inspector');
  const others = appointment.people.filter((one) => one.role !== 'inspector');
  const money = (cents: number) => format.money(fromCents(asCents(cents)), company.currency);
  const property = {
    title: labels.property,
    facts: [
      { label: labels.squareFeet, value: square_feet === null ? labels.unknown : format.number(square_feet) },
      { label: labels.yearBuilt, value: year_built === null ? labels.unknown : String(year_built) },
      {
        label: labels.foundation,
        value: foundation === null ? labels.unknown : (labels.foundations[foundation] ?? labels.unknown),
      },
      { label: labels.occupied, value: yesNo(appointment.occupied) },
      { label: labels.utilities, value: yesNo(appointment.utilities_on) },
    ],
  };
  const team = {
    title: labels.technicians,
    facts:
      technicians.length === 0
        ? [{ label: labels.technician, value: labels.unassigned }]
        : technicians.map((one) => ({ label: labels.technician, value: linesOf(one) })),
  };
  const people = {
    title: labels.people,
    facts: others.map((one) => ({ label: labels.roles[one.role] ?? one.role, value: linesOf(one) })),
  };
  const payment = {
    title: labels.payment,
    facts: [
      { label: labels.agreements, value: yesNo(appointment.agreement_signed) },
      { label: labels.paid, value: yesNo(appointment.paid) },
      ...(seesPrices ? [{ label: labels.outstanding, value: money(appointment.outstanding_cents) }] : []),
      { label: labels.beforeReport, value: yesNo(appointment.require_payment) },
    ],
  };
  const events = {
    title: labels.subEvents,
    facts: appointment.sub_events.map((one) => ({
      label: one.name,
      value: format.dateTimeRange(one.start_date, one.end_date),
    })),
  };
  return [team, property, people, payment, events].filter((block) => block.facts.length > 0);
}

/** Returns name, phone and address, one per line. */
function linesOf(person: PersonRow): string {
  const name = `${person.first_name} ${person.last_name}`.trim() || person.company_name;
  return [name, formatPhone(person.phone), person.email].filter(Boolean).join('\n');
}

function tableOf(facts: AppointmentContext, options: OrderOptions): OrderModel['table'] {
  const { appointment, company } = facts;
  const { lang, seesPrices } = options;
  const format = formatterOf(facts, options);
  const labels = orderLabels[lang];
  const money = (cents: number) => format.money(fromCents(asCents(cents)), company.currency);
  const hoursOf = (minutes: number) =>
    minutes === 0 ? '' : labels.hours(format.hours(minutesToHours(minutes)));
  if (!seesPrices || appointment.fees.length === 0) {
    const rows = appointment.services.map((service) => ({
      description: service.name,
      note: appointment.addons
        .filter((one) => one.service_id === service.service_id)
        .map((one) => one.name)
        .join(', '),
      cells: [],
    }));
    return { head: [labels.service], rows };
  }
  return {
    head: [labels.service, labels.duration, labels.amount],
    rows: appointment.fees.map((fee) => ({
      description: localizeLineItem(fee.line_item, lang),
      note: localizeDetails(fee.tax_description, format, company.currency),
      cells: [hoursOf(fee.duration_minutes), money(fee.pretax_cents + fee.tax_cents)],
    })),
    total: [labels.total, hoursOf(appointment.duration_minutes), money(appointment.total_fee_cents)],
  };
}
