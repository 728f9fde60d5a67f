import type { EventDetails } from '#domain/automations/decision-types.ts';
import type { MergeValues } from '#domain/automations/placeholders.ts';
import { timeValues } from '#domain/automations/time-values.ts';
import { addressLines } from '#domain/base/addresses.ts';
import { createReaderFormatter, type Formatter } from '#domain/base/formatter.ts';
import { asCents, type Cents, fromCents } from '#domain/base/money.ts';
import { formatPhone } from '#domain/people/phone-format.ts';
import { localizeLineItem } from '#domain/pricing/localize-details.ts';
import { calculateTotals } from '#domain/pricing/pricing.ts';
import { joinWithAnd } from '#domain/text/placeholders.ts';
import type { Lang } from '#server/context.ts';
import { eventDetailsFor } from './event-details-for.ts';
import type { SourcePerson, ValueSource } from './load-source.ts';
import { type Words, words } from './words.ts';

/** Who reads the values. Null in a webhook, where numbers and flags stay what they are. */
export interface Reader {
  lang: Lang;
  person_id: string | null;
  first_name: string;
  name: string;
  /** Returns the address of a page, with the personal part for a client or agent. */
  linkTo: (path: string) => string;
}

/** How values are written: for a person, or as data. */
interface Writer {
  format: Formatter;
  words: Words;
  money: (cents: Cents) => string | number;
  number: (value: number | null) => string | number | null;
  flag: (value: boolean) => string | boolean;
  phone: (stored: string) => string;
}

type Fields = NonNullable<MergeValues[string]>;

/** Returns the values of all placeholders for a reader, or as data of a webhook. */
export function valuesFor(source: ValueSource, details: EventDetails, reader: Reader | null): MergeValues {
  const { company } = source;
  const writer = writerFor(source, reader);
  const linkTo = reader?.linkTo ?? ((path: string) => `${source.publicUrl}${path}`);
  const group = (role: string) => people(source, role, reader, writer);
  return {
    inspection: inspection(source, details, writer, linkTo),
    property: property(source, writer),
    technicians: technicians(source, writer),
    charges: charges(source, writer),
    payments: payments(source, details, writer, linkTo),
    clients: group('client'),
    agents: group('agent'),
    listing_agents: group('listing_agent'),
    event_details: eventDetailsFor(details, source, { ...writer, linkTo }),
    company: {
      name: company.company_name,
      phone: writer.phone(company.company_phone),
      email: company.company_email,
      website: company.website,
    },
    person: { name: reader?.name ?? '', first_name: reader?.first_name ?? '' },
  };
}

function writerFor({ company }: ValueSource, reader: Reader | null): Writer {
  const lang = reader?.lang ?? company.settings.message_language;
  const format = createReaderFormatter(lang, company);
  const isData = reader === null;
  return {
    format,
    words: words[lang],
    money: (cents) => (isData ? fromCents(cents) : format.money(fromCents(cents), company.currency)),
    number: (value) => (isData || value === null ? value : format.figure(value)),
    flag: (value) => (isData ? value : value ? words[lang].yes : words[lang].no),
    phone: (stored) => (isData ? stored : formatPhone(stored, company.country_code)),
  };
}

function inspection(
  { appointment, company, invoice, reports }: ValueSource,
  details: EventDetails,
  { format, words: say, flag }: Writer,
  linkTo: Reader['linkTo'],
): Fields {
  const client = linkTo(`/client-view/${appointment.public_id}`);
  const [report] = reports;
  const hours = appointment.duration_minutes / 60;
  return {
    id: appointment.id,
    order_id: appointment.order_id,
    ...timeValues(appointment, company.timezone, format),
    duration: say.hours(hours, format.hours(hours)),
    status: say.status[appointment.status],
    client_link: client,
    agreements_link: client,
    invoice_link: invoice ? linkTo(`/invoice/${invoice.public_id}`) : '',
    // Several reports are listed on the client's page.
    reports_link: report && reports.length === 1 ? linkTo(`/view-report2/${report.public_id}`) : client,
    notes: appointment.inspection_notes,
    occupied: flag(appointment.occupied),
    utilities_on: flag(appointment.utilities_on),
    cancel_reason: details.cancel_reason ?? appointment.cancel_reason,
  };
}

function property({ appointment }: ValueSource, { number, words: say }: Writer): Fields {
  const { address, city, state, zip_code: zip, foundation } = appointment;
  const full = addressLines(appointment).join(', ');
  return {
    ...{ address, street: address, city, state, zip, full_address: full },
    square_feet: number(appointment.square_feet),
    year_built: number(appointment.year_built),
    foundation: foundation === null ? null : (say.foundation[foundation] ?? null),
    map_link: full && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(full)}`,
  };
}

function technicians({ people: all }: ValueSource, { words: say, phone }: Writer): Fields {
  const shown = all.filter((one) => one.role === 'inspector' && !one.invisible);
  const [first] = shown;
  const { text } = (first?.signature ?? {}) as { text?: string };
  return {
    names: joinWithAnd(shown.map(nameOf), say.and),
    first_name: first?.first_name ?? '',
    emails: shown.flatMap((one) => one.email || []).join(', '),
    phones: shown.flatMap((one) => (one.phone === '' ? [] : phone(one.phone))).join(', '),
    signature: text?.trim() || (first ? nameOf(first) : ''),
  };
}

function charges(
  { appointment, services, addons, fees }: ValueSource,
  { format, words: say, money }: Writer,
): Fields {
  const totals = calculateTotals(fees, 0);
  return {
    services: joinWithAnd(services, say.and),
    addons: joinWithAnd(addons, say.and),
    fees: fees
      .map(
        (one) =>
          `${localizeLineItem(one.line_item, format.lang)} ${money(asCents(one.pretax_cents + one.tax_cents))}`,
      )
      .join('\n'),
    subtotal: money(totals.subtotal_cents),
    tax: money(totals.tax_cents),
    discount: money(totals.discount_cents),
    total: money(asCents(appointment.total_fee_cents)),
  };
}

function payments(
  { appointment, invoice, payment: last }: ValueSource,
  details: EventDetails,
  { format, words: say, money }: Writer,
  linkTo: Reader['linkTo'],
): Fields {
  const payment = details.payment ?? last;
  return {
    paid: money(asCents(invoice?.paid_cents ?? 0)),
    outstanding: money(asCents(invoice?.outstanding_cents ?? appointment.outstanding_cents)),
    last_amount: payment ? money(asCents(payment.amount_cents)) : null,
    last_method: payment ? (say.method[payment.method] ?? payment.method) : null,
    last_date: payment ? format.date(payment.received_at) : null,
    receipt_link: invoice ? linkTo(`/invoice/${invoice.public_id}`) : '',
  };
}

/** Of several people, the reader is the one whose name and address are meant. */
function people({ people: all }: ValueSource, role: string, reader: Reader | null, writer: Writer): Fields {
  const group = all.filter((one) => one.role === role);
  const one = group.find(({ person_id }) => person_id === reader?.person_id) ?? group[0];
  return {
    names: joinWithAnd(group.map(nameOf), writer.words.and),
    first_name: one ? one.first_name || nameOf(one) : '',
    last_name: one?.last_name ?? '',
    email: one?.email ?? '',
    phone: one ? writer.phone(one.phone) : '',
    ...(role === 'client' ? {} : { agency_name: one?.agency_name ?? '' }),
  };
}

/** Returns the full name of a person, or of the company if it has no other. */
export function nameOf(one: Pick<SourcePerson, 'first_name' | 'last_name' | 'company_name'>): string {
  return `${one.first_name} ${one.last_name}`.trim() || one.company_name;
}
