import { addCompanies, type BenchCluster, benchId } from './list-data.ts';

/** The company that visitors book, and its number of technicians. */
export const booked = { nth: 1, requestId: 'bench-company', technicians: 50 };

const company = benchId(1, booked.nth);
const technician = `(lpad(to_hex(9), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(1), 6, '0') || lpad(to_hex(n), 6, '0'))::uuid`;

/**
 * Adds eleven companies with 1,000 appointments each, and to the first 50 technicians who may start every half hour, with a
 * home and ten bookings each in the three weeks after `from`.
 */
export async function fillBooked({ ask, ...cluster }: BenchCluster, from: string): Promise<void> {
  await addCompanies({ ask, ...cluster }, 1, 11);
  await ask(`update companies set settings = '{"enable_online_scheduling": true, "buffer_minutes": 15, "max_days_ahead": 90}'
    where subscriber_id = '${company}'`);
  await ask(`update companies set lat = 30.2672, lng = -97.7431 where subscriber_id = '${company}'`);
  await ask(`insert into public_links (token, subscriber_id, kind, target_id, created_at)
    values ('${booked.requestId}', '${company}', 'company', '${company}', now())`);
  await ask(`update users set is_technician = false where subscriber_id = '${company}'`);
  await ask(`insert into users (subscriber_id, id, public_id, user_type, role, email, first_name, last_name, is_technician, created_at, updated_at)
    select '${company}', ${technician}, 'tech' || n, 2, 'Technician', 't' || n || '@bench.test', 'Tess', 'Technician ' || n, true, now(), now()
    from generate_series(1, ${booked.technicians}) as n`);
  await ask(`insert into technician_limits (subscriber_id, technician_id, home_address, home_lat, home_lng, updated_at)
    select '${company}', ${technician}, 'Home ' || n, 30.2 + n * 0.004, -97.8 + (n * 7 % 50) * 0.004, now()
    from generate_series(1, ${booked.technicians}) as n`);
  await ask(`insert into availability_slots (subscriber_id, id, team_id, start_time, day, created_at)
    select '${company}', gen_random_uuid(), ${technician}, half / 2 * 100 + half % 2 * 30, day, now()
    from generate_series(1, ${booked.technicians}) as n, generate_series(0, 47) as half, generate_series(0, 6) as day`);
  const appointment = `(lpad(to_hex(5), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(1), 6, '0') || lpad(to_hex(n * 10 + b), 6, '0'))::uuid`;
  await ask(
    `update appointments set lat = 30.2 + random() * 0.2, lng = -97.8 + random() * 0.2 where subscriber_id = '${company}'`,
  );
  await ask(`insert into technician_bookings (subscriber_id, id, technician_id, kind, source_id, appointment_id, during)
    select '${company}', gen_random_uuid(), ${technician}, 'appointment', ${appointment}, ${appointment}, tstzrange(t, t + interval '3 hours')
    from generate_series(1, ${booked.technicians}) as n, generate_series(1, 10) as b,
      lateral (select timestamptz '${from}T00:00Z' + b * interval '29 hours' + n * interval '30 minutes' as t) as at`);
  await ask('analyze');
}

/** Switches the road-aware search of the company on or off. */
export async function setRoadAware({ ask }: BenchCluster, isOn: boolean): Promise<void> {
  await ask(
    `update companies set settings = settings || '{"road_aware_slots": ${isOn}}' where subscriber_id = '${company}'`,
  );
}

/** Moves one of the bookings by half an hour, forward at first and back on its next turn, so that no answer is the last. */
export async function moveOne({ ask }: BenchCluster, nth: number): Promise<void> {
  const sign = Math.floor(nth / 200) % 2 === 0 ? '+' : '-';
  await ask(`update technician_bookings set during = tstzrange(lower(during) ${sign} interval '30 minutes', upper(during) ${sign} interval '30 minutes')
    where id = (select id from technician_bookings where subscriber_id = '${company}' order by id offset ${nth % 200} limit 1)`);
}
