import { sql } from 'kysely';
import { test } from 'vitest';
import { newId, newPublicId } from '#server/ids.ts';
import { openHouse } from '#testing/house.ts';
import { goodPayload } from './booking-for-tests.ts';
import * as contract from './contract.ts';
import { clients } from '#features/people/contract.ts';
import { withOffset, asInstant, type Zone } from '#domain/time.ts';

test('perf', async () => {
  const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
  const owner = await house.has.owner();
  const good = await goodPayload(owner);
  const made = await owner.does(contract.bookAppointment, good);
  const n = 50_000;
  await house.writes(owner.subscriberId, async (w) => {
    await sql`insert into appointments (subscriber_id,id,public_id,order_id,status,address,city,state,zip_code,date_time,duration_minutes,end_time,confirm_inspection,occupied,utilities_on,disable_automated_notifications,require_payment,total_fee_cents,outstanding_cents,paid,agreement_signed,created_at,updated_at)
      select subscriber_id, gen_random_uuid(), 'p'||g, 'N'||g, 'scheduled', g||' Oak St','Boulder','CO','80301', timestamptz '2025-01-01' + g * interval '1 hour', 180, timestamptz '2025-01-01' + g * interval '1 hour' + interval '3 hours', true,true,true,false,true,60000,60000,g%3=0,true,now(),now() from appointments, generate_series(1,${n}) g where id=${made.id}`.execute(w.db);
    await sql`insert into appointment_people (subscriber_id,appointment_id,id,role,person_id,position) select a.subscriber_id,a.id,gen_random_uuid(),r.role,r.person,0 from appointments a, (values ('inspector',${owner.id}::uuid),('client',${made.clients[0]}::uuid)) r(role,person) where a.id<>${made.id}`.execute(w.db);
  });
  await sql`analyze`.execute(house.house.db);
  const time = async (name: string, input: object) => {
    for (let i = 0; i < 5; i++) await owner.does(contract.listAppointments, input);
    const all: number[] = [];
    for (let i = 0; i < 30; i++) { const t = performance.now(); await owner.does(contract.listAppointments, input); all.push(performance.now() - t); }
    all.sort((a, b) => a - b);
    console.log(name, 'median', all[15]?.toFixed(1), 'p95', all[28]?.toFixed(1));
  };
  await time('all', {});
  await time('upcoming', { tab: 'upcoming' });
  await time('past', { tab: 'past' });
  await time('unpaid', { tab: 'unpaid' });
  await time('requested', { tab: 'requested' });
  await time('text', { text: 'oak 4711' });
  await time('client text', { text: 'clara' });
  await time('client', { clientId: made.clients[0] });
  const t = performance.now();
  for (let i = 0; i < 1000; i++) withOffset(asInstant(made.created_at), 'America/New_York' as Zone);
  console.log('withOffset us', (performance.now() - t));
  await house.reads(owner.subscriberId, async (ctx) => {
    const r = await sql<{ 'QUERY PLAN': string }>`explain analyze select id from appointments where subscriber_id=${owner.subscriberId} and deleted_at is null and (date_time,id) < (${'2027-01-01T00:00:00Z'}::timestamptz, ${made.id}::uuid) order by date_time desc, id desc limit 26`.execute(ctx.db as never);
    console.log(r.rows.map((x) => x['QUERY PLAN']).join('\n'));
    const c = await sql<{ 'QUERY PLAN': string }>`explain analyze select id from contacts where subscriber_id=${owner.subscriberId} and kind='client' and deleted_at is null and exists (select from contact_words w where w.subscriber_id=${owner.subscriberId} and w.kind='client' and w.contact_id=contacts.id and w.word ^@ ${'cla'}) order by last_name_key,first_name_key,id limit 26`.execute(ctx.db as never);
    console.log(c.rows.map((x) => x['QUERY PLAN']).join('\n'));
    const b = await sql<{ 'QUERY PLAN': string }>`explain analyze select * from technician_bookings where subscriber_id=${owner.subscriberId} and technician_id=${owner.id} and exclusive and during && tstzrange(${'2030-03-08T09:00:00Z'},${'2030-03-08T12:00:00Z'})`.execute(ctx.db as never);
    console.log(b.rows.map((x) => x['QUERY PLAN']).join('\n'));
  });
}, 120_000);
