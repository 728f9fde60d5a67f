import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAgreement } from '#features/agreements/library-contract.ts';
import { addOverrides, listOverrides, removeOverride } from '#features/availability/contract.ts';
import { createDiscount, deleteDiscount } from '#features/services/discount-contract.ts';
import { createService, deleteService } from '#features/services/editor-contract.ts';
import { createTemplate } from '#features/templates/editing-contract.ts';
import { startTestApp } from '#testing/test-app.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

/** Copies a row of the company until it has this many, with another id and `more` that differs. */
async function fill(table: string, id: string, count: number, more = sql`'{}'::jsonb`): Promise<void> {
  await testApp.writeAs(owner.subscriberId, async (w) => {
    const { rows } = await sql<{ there: number }>`select count(*)::int as there from ${sql.table(table)}
      where subscriber_id = ${owner.subscriberId}::uuid`.execute(w.db);
    await sql`insert into ${sql.table(table)}
      select copy.* from ${sql.table(table)} t, generate_series(1, ${count - (rows[0]?.there ?? 0)}::int) as n,
        jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'n', n) || ${more}) as copy
      where t.subscriber_id = ${owner.subscriberId}::uuid and t.id = ${id}::uuid`.execute(w.db);
  });
}

const full = (most: number) => `You already have ${most}. Delete one first.`;

test('a company has at most 500 services, and one more when one was deleted', async () => {
  const input = { name: 'Manor', base_cost: 1, base_duration: 1 };
  const first = await owner.call(createService, input);
  await fill('services', first.id, 500);
  expect((await owner.request(createService, input)).error?.details).toEqual({ name: full(500) });
  await owner.call(deleteService, { id: first.id });
  expect((await owner.request(createService, input)).status).toBe(200);
});

test('a company has at most 1000 discount codes', async () => {
  const input = { code: 'FIRST', type: 1 as const, value: 5 };
  const first = await owner.call(createDiscount, input);
  await fill('discount_codes', first.id, 1000, sql`jsonb_build_object('code', 'CODE-' || n)`);
  const next = { ...input, code: 'NEXT' };
  expect((await owner.request(createDiscount, next)).error?.details).toEqual({ code: full(1000) });
  await owner.call(deleteDiscount, { id: first.id });
  expect((await owner.request(createDiscount, next)).status).toBe(200);
});

test('a company has at most 500 agreements and 500 report templates', async () => {
  const agreement = { name: 'Standard', content: '<p>Text</p>' };
  const made = await owner.call(createAgreement, agreement);
  await fill('agreement_templates', made.id, 500);
  expect((await owner.request(createAgreement, agreement)).error?.details).toEqual({ name: full(500) });
  const template = await owner.call(createTemplate, { name: 'House' });
  await fill('templates', template.id, 500);
  expect((await owner.request(createTemplate, { name: 'House' })).error?.details).toEqual({
    name: full(500),
  });
});

test('a technician has at most 500 days of time off ahead', async () => {
  const day = { team_ids: [owner.id], kind: 'off' as const, date_from: '2030-05-01' };
  const { overrides } = await owner.call(addOverrides, day);
  const [first] = overrides;
  await fill('availability_overrides', first?.id ?? '', 500);
  expect((await owner.request(addOverrides, day)).error?.details).toEqual({ team_ids: full(500) });
  expect(await owner.call(listOverrides, {})).toHaveLength(500);
  await owner.call(removeOverride, { id: first?.id ?? '' });
  expect((await owner.request(addOverrides, day)).status).toBe(200);
});
