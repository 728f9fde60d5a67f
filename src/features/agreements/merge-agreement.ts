import { addressLines } from '#domain/base/addresses.ts';
import { canonicalJson } from '#domain/base/canonical-json.ts';
import { asCents } from '#domain/base/money.ts';
import { asInstant, localDate } from '#domain/base/time.ts';
import { appendCancellationPolicy, type CancellationPolicy } from '#domain/scheduling/cancellation.ts';
import { type AgreementFacts, fillPlaceholders, placeholderValues } from '#domain/text/placeholders.ts';
import { type RichText, toHtml } from '#domain/text/rich-text.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';

/** An agreement's text filled from the current facts, its missing values, and its hash. */
export interface MergedAgreement {
  content: RichText;
  html: string;
  unresolved: string[];
  content_hash: string;
  /** The value of each placeholder, by name. */
  values: Record<string, string>;
}

/** What agreement texts are filled from: the facts of the appointment and the company's cancellation policy. */
export type AgreementTextFacts = AgreementFacts & { policy: CancellationPolicy };

/** Loads the facts that fill an agreement of this appointment now. CURRENT_DATE is today in the company's time zone. */
export async function agreementFacts(ctx: ReadCtx, appointmentId: string): Promise<AgreementTextFacts> {
  const appointment = await mine(ctx, 'appointments')
    .where('appointments.id', '=', appointmentId)
    .select([
      'appointments.address',
      'appointments.city',
      'appointments.state',
      'appointments.zip_code',
      'date_time',
      'total_fee_cents',
    ])
    .executeTakeFirst();
  if (!appointment) throw notFound();
  const { timezone: zone, currency, settings } = await getCompany(ctx);
  return {
    client_names: await clientNames(ctx, appointmentId),
    property_address: completeAddress(appointment),
    date_time: asInstant(appointment.date_time),
    zone,
    currency,
    policy: settings,
    price_cents: asCents(appointment.total_fee_cents),
    technician: await firstVisibleTechnician(ctx, appointmentId),
    signed_on: localDate(ctx.now, zone),
    services: await serviceNames(ctx, appointmentId),
    fees: await fees(ctx, appointmentId),
  };
}

/** Fills the placeholders of a text and appends the company's cancellation policy. */
export function fillAgreement(text: RichText, facts: AgreementTextFacts) {
  const { content, unresolved } = fillPlaceholders(text, facts);
  return { content: appendCancellationPolicy(content, facts.policy, facts.currency), unresolved };
}

/** Like `fillAgreement`, with what a signature vouches for: the hash of the text and its values. */
export function mergeAgreement(content: unknown, facts: AgreementTextFacts): MergedAgreement {
  const filled = fillAgreement(content as RichText, facts);
  return {
    ...filled,
    html: toHtml(filled.content),
    content_hash: contentHash(filled.content),
    values: placeholderValues(content as RichText, facts),
  };
}

/** SHA-256 of a text as canonical JSON: the same text has the same hash, whatever the key order in the database. */
function contentHash(content: unknown): string {
  return sha256Hex(canonicalJson(content));
}

/** An incomplete address counts as missing, so that agreements cannot be signed without it. */
function completeAddress(row: { address: string; city: string; state: string; zip_code: string }): string {
  if (!row.address.trim() || !row.state.trim() || !row.zip_code.trim()) return '';
  return addressLines(row).join(', ');
}

async function clientNames(ctx: ReadCtx, appointmentId: string): Promise<string[]> {
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('role', '=', 'client')
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select(['first_name', 'last_name'])
    .execute();
  return rows.map((row) => `${row.first_name} ${row.last_name}`.trim());
}

async function firstVisibleTechnician(
  ctx: ReadCtx,
  appointmentId: string,
): Promise<AgreementFacts['technician']> {
  const row = await mine(ctx, 'appointment_people')
    .innerJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('users.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', '=', appointmentId)
    .where('appointment_people.role', '=', 'inspector')
    .where('invisible', '=', false)
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select(['users.id', 'first_name', 'last_name', 'users.signature'])
    .executeTakeFirst();
  if (!row) return null;
  const { text, file_id } = (row.signature ?? {}) as { text?: string; file_id?: string };
  const name = text?.trim() || `${row.first_name} ${row.last_name}`.trim();
  return { person_id: row.id, name, ...(file_id ? { file_id } : {}) };
}

async function serviceNames(ctx: ReadCtx, appointmentId: string): Promise<string[]> {
  const rows = await mine(ctx, 'appointment_services')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('service_id')
    .select('name')
    .execute();
  return rows.map((row) => row.name);
}

async function fees(ctx: ReadCtx, appointmentId: string): Promise<AgreementFacts['fees']> {
  const rows = await mine(ctx, 'appointment_fees')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('id')
    .select(['line_item', 'pretax_cents', 'tax_cents'])
    .execute();
  return rows.map((row) => ({
    line_item: row.line_item,
    total_cents: asCents(row.pretax_cents + row.tax_cents),
  }));
}
