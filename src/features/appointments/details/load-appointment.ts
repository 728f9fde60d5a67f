import { type RawBuilder, sql } from 'kysely';
import { openStates } from '#domain/payments/payment-attempts.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
import { mine } from '#server/db/scope.ts';
import type { LoadedAppointment, NoteRow, PersonRow } from '../rows.ts';

type Has<K extends keyof LoadedAppointment> = LoadedAppointment[K];

/**
 * Loads an appointment with people, services, fees, notes and the data of higher features in one round trip; undefined
 * if deleted.
 */
export async function loadAppointment(
  ctx: ReadCtx | WriteCtx,
  id: string,
): Promise<LoadedAppointment | undefined> {
  const [row] = await runPrepared(ctx, whole(ctx).where('appointments.id', '=', id));
  return row as LoadedAppointment | undefined;
}

/** Loads several appointments in one round trip, in the requested order; deleted ones are left out. */
export async function loadAppointments(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<LoadedAppointment[]> {
  if (ids.length === 0) return [];
  const rows = (await whole(ctx).where('appointments.id', 'in', ids).execute()) as LoadedAppointment[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function whole(ctx: ReadCtx | WriteCtx) {
  return mine(ctx, 'appointments')
    .where('appointments.deleted_at', 'is', null)
    .selectAll('appointments')
    .select([
      peopleOf.as('people'),
      childrenOf<Has<'services'>>(
        sql`select c.service_id, c.name, c.position from appointment_services c`,
      ).as('services'),
      childrenOf<Has<'addons'>>(
        sql`select c.service_id, c.add_on_id, c.name, c.position from appointment_addons c`,
      ).as('addons'),
      childrenOf<Has<'fees'>>(sql`select c.* from appointment_fees c`).as('fees'),
      childrenOf<Has<'templates'>>(
        sql`select c.template_id, t.name, c.position from appointment_templates c
          join templates t on t.subscriber_id = c.subscriber_id and t.id = c.template_id`,
      ).as('templates'),
      childrenOf<Has<'agreements'>>(
        sql`select c.id, c.template_id, c.signed, c.voided_at, c.position from appointment_agreements c`,
      ).as('agreements'),
      childrenOf<Has<'attachments'>>(
        sql`select c.id, c.name, c.as_report, c.visible_to_client, c.id as position from appointment_attachments c`,
      ).as('attachments'),
      childrenOf<Has<'sub_events'>>(sql`select c.*, c.start_date as position from appointment_events c`).as(
        'sub_events',
      ),
      childrenOf<NoteRow[]>(
        sql`select c.*, c.id as position, trim(u.first_name || ' ' || u.last_name) as author from internal_notes c
          left join users u on u.subscriber_id = c.subscriber_id and u.id = c.created_by`,
      ).as('notes'),
      childrenOf<Has<'reports'>>(
        sql`select c.id, c.public_id, c.name, c.status, c.position from reports c`,
        sql`and c.deleted_at is null and c.detached_at is null`,
      ).as('reports'),
      childrenOf<Has<'overruled'>>(
        sql`select c.technician_id, c.overruled_by, c.overruled_at, c.overrule_reason, c.id as position,
          trim(u.first_name || ' ' || u.last_name) as overruled_by_name from technician_bookings c
          left join users u on u.subscriber_id = c.subscriber_id and u.id = c.overruled_by`,
        sql`and c.overruled_by is not null`,
      ).as('overruled'),
      // An open payment attempt counts as well: its money may be on its way.
      sql<number>`(select count(*) from payments c where c.subscriber_id = appointments.subscriber_id
        and c.appointment_id = appointments.id and c.status not in ('failed', 'pending'))
        + (select count(*) from payment_attempts c where c.subscriber_id = appointments.subscriber_id
        and c.appointment_id = appointments.id and c.state in (${sql.join(openStates)}))`.as('payments'),
    ]);
}

/**
 * Selects the rows of a child table in order, as JSON. `from` selects from it under the alias c and yields a position.
 */
function childrenOf<T>(from: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``): RawBuilder<T> {
  return sql<T>`(select coalesce(jsonb_agg(to_jsonb(child) order by child.position), '[]') from (
    ${from} where c.subscriber_id = appointments.subscriber_id and c.appointment_id = appointments.id ${more}) child)`;
}

const peopleOf = sql<PersonRow[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'row_id', p.id, 'role', p.role, 'person_id', p.person_id, 'invisible', p.invisible, 'link_version', p.link_version,
    'first_name', coalesce(c.first_name, u.first_name, ''), 'last_name', coalesce(c.last_name, u.last_name, ''),
    'company_name', coalesce(nullif(c.company_name, ''), c.agency_name, ''),
    'email', coalesce(c.email, u.email, ''), 'phone', coalesce(c.phone, u.phone, ''), 'color', coalesce(u.color, ''),
    'profile_pic_file_id', coalesce(c.profile_pic_file_id, u.profile_pic_file_id),
    'is_active', coalesce(c.status, u.status) = 1 and coalesce(c.deleted_at, u.deleted_at) is null
  ) order by p.position, p.id), '[]')
  from appointment_people p
  left join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and p.role <> 'inspector'
  left join users u on u.subscriber_id = p.subscriber_id and u.id = p.person_id and p.role = 'inspector'
  where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id)`;
