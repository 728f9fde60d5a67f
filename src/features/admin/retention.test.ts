import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { retentionBounds, retentionKinds } from '#domain/platform/retention.ts';
import { asPlatform } from '#server/db/connect.ts';
import { startTestApp } from '#testing/test-app.ts';
import { changeRetention, getRetention } from './contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const admin = await testApp.create.admin();
const presets = Object.fromEntries(retentionKinds.map((kind) => [kind, retentionBounds[kind].preset]));

test('an administrator changes how long data is stored, and the change is audited', async () => {
  expect(await admin.call(getRetention)).toEqual(presets);
  expect(await admin.call(changeRetention, { audit_log: 400 })).toEqual({ ...presets, audit_log: 400 });
  await admin.call(changeRetention, { webhooks: 60 });
  expect(await admin.call(getRetention)).toEqual({ ...presets, audit_log: 400, webhooks: 60 });
  const entries = await asPlatform(testApp.runtime.db, (trx) =>
    trx
      .selectFrom('audit_log')
      .where('action', '=', 'platform.retention_changed')
      .orderBy('id')
      .select(['actor_id', 'before', 'after'])
      .execute(),
  );
  expect(entries).toMatchObject([
    { actor_id: admin.id, before: { audit_log: 1_095 }, after: { audit_log: 400 } },
    { actor_id: admin.id, before: { webhooks: 90 }, after: { audit_log: 400, webhooks: 60 } },
  ]);
});

test.each(retentionKinds)('%s is stored within its bounds; nothing else is accepted', async (kind) => {
  const { least, most } = retentionBounds[kind];
  const end = most.toLocaleString('en-US');
  const or = kind === 'unused_files' ? '0 or ' : '';
  for (const days of [least - 1, most + 1, least + 0.5, null, String(least)]) {
    const { error } = await admin.request(changeRetention, { [kind]: days } as never);
    expect(error?.details).toEqual({ [kind]: `Enter ${or}a whole number from ${least} to ${end}` });
  }
  expect((await admin.call(changeRetention, { [kind]: least }))[kind]).toBe(least);
});

test('a copy of the database at another address deletes no unused files until its administrator says so', async () => {
  await admin.call(changeRetention, { unused_files: 30 });
  await admin.call(changeRetention, { webhooks: 70 });
  expect((await admin.call(getRetention)).unused_files).toBe(30);
  const moveTo = (address: string) =>
    asPlatform(testApp.runtime.db, (trx) =>
      sql`update platform_settings set value = value || ${{ unused_files_at: address }}::jsonb
        where key = 'retention'`.execute(trx),
    );
  await moveTo('https://production.example');
  expect((await admin.call(changeRetention, { webhooks: 60 })).unused_files).toBe(0);
  expect((await admin.call(changeRetention, { unused_files: 40 })).unused_files).toBe(40);
  expect((await admin.call(changeRetention, { unused_files: 0 })).unused_files).toBe(0);
});
