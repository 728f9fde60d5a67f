import { sql } from 'kysely';
import { minutesToHours } from '#domain/base/durations.ts';
import { asCents, fromCents } from '#domain/base/money.ts';
import { formatWithOffset, type Instant, type Zone } from '#domain/base/time.ts';
import { type AppointmentStatus, displayStatus } from '#domain/scheduling/appointment-states.ts';
import type { AppointmentRow } from '../list-contract.ts';

interface NamedRow {
  role: string;
  id: string;
  first_name: string;
  last_name: string;
  color: string;
  invisible: boolean;
}

/** A row as the list query returns it. */
export interface ListRow {
  id: string;
  public_id: string;
  order_id: string;
  status: string;
  date_time: string;
  end_time: string;
  duration_minutes: number;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  paid: boolean;
  invoice_void: boolean;
  agreement_signed: boolean;
  has_agreements: boolean;
  published: boolean;
  require_payment: boolean;
  disable_automated_notifications: boolean;
  utilities_on: boolean;
  total_fee_cents: number;
  outstanding_cents: number;
  rev: number;
  people: NamedRow[];
  services: string[];
  timezone: string;
  tallied: number | null;
}

/** People in order. */
export const peopleColumn = sql<
  NamedRow[]
>`(select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'id', p.person_id,
    'first_name', coalesce(c.first_name, u.first_name, ''), 'last_name', coalesce(c.last_name, u.last_name, ''),
    'color', coalesce(u.color, ''), 'invisible', p.invisible) order by p.position, p.id), '[]')
  from appointment_people p
  left join contacts c on c.subscriber_id = p.subscriber_id and c.id = p.person_id and p.role <> 'inspector'
  left join users u on u.subscriber_id = p.subscriber_id and u.id = p.person_id and p.role = 'inspector'
  where p.subscriber_id = appointments.subscriber_id and p.appointment_id = appointments.id
    and p.role in ('client', 'agent', 'inspector'))`;

/** Service names in order. */
export const serviceNamesColumn = sql<
  string[]
>`(select coalesce(jsonb_agg(s.name order by s.position), '[]') from appointment_services s
  where s.subscriber_id = appointments.subscriber_id and s.appointment_id = appointments.id)`;

/** Presents a list row to a company member. */
export function presentListRow(row: ListRow, now: Instant, zone: Zone, seesPrices: boolean): AppointmentRow {
  const {
    people,
    total_fee_cents,
    outstanding_cents,
    duration_minutes,
    timezone: _zone,
    tallied: _total,
    ...rest
  } = row;
  // The database driver already returns our instant format; parsing fifty rows again would cost more than the page.
  const [date_time, end_time] = [row.date_time as Instant, row.end_time as Instant];
  const named = (role: string) =>
    people
      .filter((p) => p.role === role)
      .map(({ id, first_name, last_name }) => ({ id, first_name, last_name }));
  const money = (cents: number) => (seesPrices ? fromCents(asCents(cents)) : null);
  return {
    ...rest,
    _id: row.id,
    display_status: displayStatus(row.status as AppointmentStatus, { now, date_time, end_time }),
    date_time: formatWithOffset(date_time, zone),
    end_time: formatWithOffset(end_time, zone),
    duration: minutesToHours(duration_minutes),
    clients: named('client'),
    agents: named('agent'),
    technicians: people
      .filter((p) => p.role === 'inspector')
      .map(({ id, first_name, last_name, color, invisible }) => ({
        id,
        first_name,
        last_name,
        color,
        invisible,
      })),
    total_fee: money(total_fee_cents),
    outstanding: money(outstanding_cents),
  };
}
