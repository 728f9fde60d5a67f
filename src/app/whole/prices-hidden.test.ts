import { expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const house = await startTestApp();
const { owner, ids } = await createFullCompany(house, 'Quixby');

/** Money by the names of its fields. The total of a page counts rows, and a discount code is no price. */
const amounts = (raw: string) => [
  ...raw
    .replace(/"pageInfo":\{[^}]*\}/g, '')
    .replace(/"discountOptions":\[[^\]]*\]/g, '')
    .matchAll(/"(\w*(?:fee|fees|price|cost|amount|total|outstanding|_cents))":(\d[\d.]*)/g),
];

// Whoever may edit the appointment is also answered what the dialog of it asks.
async function assigned(more: { show_appointment_price?: true }): Promise<TestUser> {
  const flags = { can_schedule_new: true, ...more };
  const technician = await house.create.member(owner, { type: 'technician', flags });
  await house.writeAs(ids.company, (w) =>
    w.db
      .insertInto('appointment_people')
      .values({
        subscriber_id: ids.company,
        appointment_id: ids.appointment,
        id: newId(),
        role: 'inspector',
        person_id: technician.id,
        position: 90,
      })
      .execute(),
  );
  return technician;
}

/** Every read of an appointment that a technician may open, with the money it tells. */
async function toldTo(person: TestUser): Promise<string[]> {
  const reads = routes
    .map(({ route }) => route)
    .filter((route) => route.access !== 'public' && route.access !== 'admin' && isAboutAppointments(route));
  const told: string[] = [];
  for (const route of reads) {
    const answer = await person.request(route, goodInput(route, ids));
    if (answer.status !== 200) continue;
    for (const [, field, value] of amounts(answer.raw.toString()))
      if (Number(value) > 0) told.push(`${routeKey(route)}: ${field}`);
  }
  return [...new Set(told)];
}

function isAboutAppointments(route: Route): boolean {
  const isRead = route.kind === 'read' && !route.download;
  const isOurs = /^\/(v2\/appointments|inspections|v2\/pricing|v2\/messages|v2\/payments)/.test(route.path);
  return isRead && isOurs;
}

test('a technician without the right to see prices is told none, whatever is asked', async () => {
  expect(await toldTo(await assigned({}))).toEqual([]);
});

test('a technician who may see prices is told them, and so is the office', async () => {
  const told = await toldTo(await assigned({ show_appointment_price: true }));
  expect(told).toContain('POST /inspections/get-by-id: total_fee');
  const staff = await house.create.member(owner, { type: 'staff' });
  const seen = await staff.call(getAppointment, { inspection_id: ids.appointment });
  expect((seen as { total_fee?: number }).total_fee).toBeGreaterThan(0);
});
