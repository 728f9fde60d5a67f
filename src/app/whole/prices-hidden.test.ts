import { expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { newId } from '#server/ids.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Quixby');

/** Amounts, found by field name. The total of a page counts rows, and a discount code is not a price. */
const amounts = (raw: string) => [
  ...raw
    .replace(/"pageInfo":\{[^}]*\}/g, '')
    .replace(/"discountOptions":\[[^\]]*\]/g, '')
    .matchAll(/"(\w*(?:fee|fees|price|cost|amount|total|outstanding|_cents))":(\d[\d.]*)/g),
];

// With permission to edit the appointment, so that the reads of its dialog are covered too.
async function assigned(more: { show_appointment_price?: true }): Promise<TestUser> {
  const flags = { can_schedule_new: true, ...more };
  const technician = await testApp.create.member(owner, { type: 'technician', flags });
  await testApp.writeAs(ids.company, (w) =>
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

/** Calls every read about appointments as this technician and returns the amounts in the responses. */
async function amountsShownTo(person: TestUser): Promise<string[]> {
  const reads = routes
    .map(({ route }) => route)
    .filter((route) => route.access !== 'public' && route.access !== 'admin' && isAboutAppointments(route));
  const shown: string[] = [];
  for (const route of reads) {
    const answer = await person.request(route, goodInput(route, ids));
    if (answer.status !== 200) continue;
    for (const [, field, value] of amounts(answer.raw.toString()))
      if (Number(value) > 0) shown.push(`${routeKey(route)}: ${field}`);
  }
  return [...new Set(shown)];
}

function isAboutAppointments(route: Route): boolean {
  const isRead = route.kind === 'read' && !route.download;
  const isOurs = /^\/(v2\/appointments|inspections|v2\/pricing|v2\/messages|v2\/payments)/.test(route.path);
  return isRead && isOurs;
}

test('a technician without permission to see prices gets none from any read', async () => {
  expect(await amountsShownTo(await assigned({}))).toEqual([]);
});

test('a technician with permission to see prices gets them, and so does office staff', async () => {
  const shown = await amountsShownTo(await assigned({ show_appointment_price: true }));
  expect(shown).toContain('POST /inspections/get-by-id: total_fee');
  const staff = await testApp.create.member(owner, { type: 'staff' });
  const seen = await staff.call(getAppointment, { inspection_id: ids.appointment });
  expect((seen as { total_fee?: number }).total_fee).toBeGreaterThan(0);
});
