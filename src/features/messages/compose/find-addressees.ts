import { fullName } from '#domain/base/names.ts';
import { toE164 } from '#domain/messages/text-phones.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import { notFound } from '#wire/errors.ts';
import type { Correspondent } from '../compose-contract.ts';
import { addressesIn } from '../events/record-message-event.ts';
import { listCorrespondents, roles } from '../recipients.ts';
import { findSuppressed } from '../suppressions/suppress.ts';

/** A person who can be written to. */
export interface Addressee extends Correspondent {
  /** The row of appointment_people; null without an appointment. */
  row_id: string | null;
  first_name: string;
  cc: string;
}

type Found = Omit<Addressee, 'refused' | 'lang'> & { language: string };

/**
 * Returns the people of an appointment, clients first, each once, or the given contacts, with what reaches them. Deleted people are left
 * out. Throws NOT_FOUND if there is no such appointment.
 */
export async function findAddressees(
  ctx: ReadCtx | WriteCtx,
  about: { appointment_id?: string | undefined; people: readonly string[] },
): Promise<Addressee[]> {
  const found = about.appointment_id
    ? await onAppointment(ctx, about.appointment_id)
    : await contacts(ctx, about.people);
  const { country_code, settings } = await getCompany(ctx);
  const suppressed = await findSuppressed(
    ctx as ReadCtx,
    'transactional',
    found.flatMap(({ email }) => addressesIn(email)),
  );
  const phones = new Map(found.map(({ phone }) => [phone, toE164(phone, country_code)]));
  const optedOut = await optedOutOf(ctx, [...phones.values()]);
  return found.map(({ language, ...one }) => {
    const number = phones.get(one.phone) ?? null;
    return {
      ...one,
      lang: langOf(language || settings.message_language),
      refused: {
        email: one.email === '' ? 'no_email' : (suppressed.get(one.email.toLowerCase()) ?? null),
        text: number === null ? 'no_phone' : optedOut.has(number) ? 'opted_out' : null,
      },
    };
  });
}

async function onAppointment(ctx: ReadCtx | WriteCtx, id: string): Promise<Found[]> {
  const appointment = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!appointment) throw notFound();
  const people = (await listCorrespondents(ctx, id)).filter((one) => one.deleted_at === null);
  const once = people.filter((one, i) => people.findIndex((p) => p.person_id === one.person_id) === i);
  const byRole = once.toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
  return byRole.map(({ person_id, row_id, role, email, email_cc, phone, language, ...named }) => ({
    ...{ person_id, row_id, role, email, phone, language, cc: email_cc },
    ...namesOf(named),
  }));
}

async function contacts(ctx: ReadCtx | WriteCtx, ids: readonly string[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await mine(ctx, 'contacts')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select([
      'id',
      'kind',
      'first_name',
      'last_name',
      'company_name',
      'email',
      'email_cc',
      'phone',
      'language',
    ])
    .execute();
  return rows.map(({ id, kind, email, email_cc, phone, language, ...named }) => ({
    ...{ person_id: id, row_id: null, role: kind as Found['role'], email, phone, language, cc: email_cc },
    ...namesOf(named),
  }));
}

function namesOf(person: { first_name: string; last_name: string; company_name: string }) {
  return {
    first_name: person.first_name || person.company_name || person.last_name,
    name: fullName(person) || person.company_name,
  };
}

async function optedOutOf(ctx: ReadCtx | WriteCtx, phones: readonly (string | null)[]): Promise<Set<string>> {
  const numbers = phones.filter((each) => each !== null);
  if (numbers.length === 0) return new Set();
  const rows = await mine(ctx, 'text_opt_outs').where('phone', 'in', numbers).select('phone').execute();
  return new Set(rows.map(({ phone }) => phone));
}
