import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { getMessageTimeline, resendMessage } from '#features/messages/delivery-contract.ts';
import { getImport, getImportErrors, importClients, undoImport } from '#features/people/import-contract.ts';
import { asPlatform } from '#server/db/connect.ts';
import { newId } from '#server/ids.ts';
import { bookedAppointment } from '#testing/bookings.ts';
import { startTestApp } from '#testing/test-app.ts';
import { cleanUp, emptyingOf, nextImport, walkByAge } from './clean-up.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { runtime } = testApp;
const owner = await testApp.create.owner();
const run = <T>(statement: RawBuilder<T>) => asPlatform(runtime.db, (trx) => statement.execute(trx));

interface More {
  status?: string;
  appointment?: string;
  resendOf?: string;
  channel?: string;
}

async function message(at: string, more: More = {}) {
  const id = newId();
  const { status = 'sent', appointment = null, resendOf = null, channel = 'email' } = more;
  await run(sql`insert into outbound_messages (subscriber_id, id, key, channel, template_key, to_address, subject,
    body_text, body_html, attachments, status, created_at, appointment_id, resend_of)
    values (${owner.subscriberId}, ${id}, ${id}, ${channel}, 'x', 'a@b.test', 'Subject', 'Text', '<p>', '[{}]', ${status},
      ${at}, ${appointment}, ${resendOf})`);
  return id;
}
const messages = async (ids: readonly string[]) =>
  (
    await run(sql<Record<string, unknown>>`select subject, body_text, body_html, attachments::text, status
      from outbound_messages where id = any(${ids}::uuid[]) order by id`)
  ).rows;

test('a message loses its text after a year and its row after seven, unless it is still needed', async () => {
  const upcoming = (await bookedAppointment(owner, { at: '2030-03-22T08:00' })).appointment.id;
  const young = await message('2029-03-02');
  const old = await message('2029-02-28');
  const text = await message('2029-02-28', { channel: 'text' });
  const waiting = await message('2029-02-28', { status: 'queued' });
  const gone = await message('2023-02-28');
  const ongoing = await message('2023-02-28', { appointment: upcoming });
  const repeated = await message('2023-02-28');
  const repetition = await message('2029-03-02', { resendOf: repeated });
  await cleanUp(runtime);
  // What is emptied in a run loses its row in the next.
  await cleanUp(runtime);
  const whole = {
    subject: 'Subject',
    body_text: 'Text',
    body_html: '<p>',
    attachments: '[{}]',
    status: 'sent',
  };
  const emptied = { ...whole, body_text: '', body_html: '', attachments: '[]' };
  expect(await messages([young, old, text, waiting])).toEqual([
    ...[whole, emptied, { ...emptied, subject: '' }],
    { ...whole, status: 'queued' },
  ]);
  expect(await messages([gone, ongoing, repeated, repetition])).toEqual([emptied, emptied, whole]);
  expect((await owner.call(getMessageTimeline, { id: old })).resend_to).toBeNull();
  expect((await owner.request(resendMessage, { id: old })).error).toMatchObject({
    type: 'CONFLICT',
    message: 'The text of this message was deleted, so it can’t be sent again',
  });
  expect((await owner.call(getMessageTimeline, { id: young })).resend_to).toBe('a@b.test');
});

test('an import loses its rows after a year, and with them its undo', async () => {
  const file = new File(['First name,Last name,Email\nAnna,Berg,anna@b.test\nBroken,Row,x'], 'people.csv', {
    type: 'text/csv',
  });
  const { import_id } = await owner.call(importClients, { file });
  const id = import_id ?? '';
  const ended = (at: string) => run(sql`update imports set finished_at = ${at} where id = ${id}`);
  await ended('2029-03-02');
  await cleanUp(runtime);
  expect(await owner.call(getImport, { id })).toMatchObject({ rows_deleted_at: null, errors: [{ row: 3 }] });
  await ended('2029-02-28');
  await cleanUp(runtime);
  const { created, failed, ...run_ } = await owner.call(getImport, { id });
  expect({ created, failed, ...run_ }).toMatchObject({
    ...{ created: 1, failed: 1, errors: [], status: 'done', rows_deleted_at: '2030-03-01T14:00:00.000Z' },
  });
  expect((await run(sql`select from import_rows where import_id = ${id}`)).rows).toEqual([]);
  expect((await owner.request(undoImport, { id })).error?.message).toMatch(
    'rows of this import were deleted',
  );
  expect((await owner.request(getImportErrors, { id })).error?.message).toMatch(
    'rows of this import were deleted',
  );
});

test('both are found by the index of their age', async () => {
  const [before, now] = [asInstant('2029-01-01T00:00:00Z'), asInstant('2030-01-01T00:00:00Z')];
  const planOf = (statement: RawBuilder<unknown>) =>
    asPlatform(runtime.db, async (trx) => {
      await walkByAge.execute(trx);
      const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(trx);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
  expect(await planOf(emptyingOf(before, now))).toContain('outbound_messages_with_text');
  expect(await planOf(nextImport(before))).toContain('imports_with_rows');
});
