import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDatabase } from '#testing/database.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createTestUser } from '#testing/test-user.ts';
import { read } from '#wire/route.ts';
import { errorForLog } from './error-for-log.ts';
import { handle } from './http/handle.ts';
import { createHttp } from './http/http.ts';

const crash = read('GET /kit/crash', { access: 'public', summary: 'A route of this test.' });

test('an error of the database is logged without the row that caused it', async () => {
  const { db, drop } = await freshDatabase();
  await sql`create table notes (title text not null, body text)`.execute(db);
  const failure = await sql`insert into notes values (null, 'the key is under the mat')`
    .execute(db)
    .catch((error: unknown) => error);
  await drop();
  expect(JSON.stringify(failure)).toContain('under the mat');

  let lines = '';
  const write = (text: string) => {
    lines += text;
  };
  const log = pino({ serializers: { err: errorForLog } }, { write });
  const { runtime, visitor } = await startTestApp();
  const fail = handle(crash, async () => {
    throw failure;
  });
  const app = await createHttp({ ...runtime, log, routes: [fail] });
  expect((await createTestUser(app, visitor).request(crash)).status).toBe(500);
  await app.close();
  const [first = ''] = lines.split('\n');
  expect(JSON.parse(first)).toMatchObject({
    msg: 'unhandled error',
    err: { type: 'DatabaseError', code: '23502', table: 'notes', column: 'title', stack: expect.any(String) },
  });
  expect(lines).not.toContain('under the mat');
});
