import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { badInput } from '#wire/errors.ts';
import { write } from '#wire/route.ts';
import { createEventBus, listenAfterCommit, listenInTransaction } from './events.ts';
import { handle } from './http/handle.ts';
import { newId } from './ids.ts';

const act = write('POST /kit/act', {
  access: 'member',
  summary: 'A route of this test.',
  input: z.object({ id: z.string(), fails: z.optional(z.enum(['listener', 'handler'])) }),
  output: z.null(),
});

/** What ran, in order. */
const log: string[] = [];
let breaks = 0;

const testApp = await startTestApp({
  routes: [
    handle(act, async (ctx, { id, fails }) => {
      log.push('handler');
      await ctx.emit({
        type: 'contact.changed',
        contact_id: id,
        fields: fails === 'listener' ? ['bad'] : [],
      });
      log.push('emitted');
      if (fails === 'handler') throw badInput({ id: 'No' });
      return null;
    }),
  ],
  listeners: [
    listenAfterCommit('contact.changed', 'kit/follow', async (ctx, event, occurrence) => {
      log.push(`follow ${event.contact_id} ${occurrence.id.length} ${ctx.subscriberId === owner.id}`);
      if (breaks-- > 0) throw new Error('not yet');
    }),
    listenInTransaction('contact.changed', async (ctx, event) => {
      log.push('listener');
      await ctx.db
        .insertInto('tallies')
        .values({ subscriber_id: ctx.subscriberId, name: event.contact_id, total: 1 })
        .execute();
      if (event.fields.includes('bad')) throw badInput({ id: 'No' });
    }),
    listenInTransaction('contact.deleted', async () => {
      log.push('never');
    }),
  ],
});
const owner = await testApp.create.owner();

async function happened(id: string, fails?: 'listener' | 'handler') {
  log.length = 0;
  const answer = await owner.request(act, { id, ...(fails ? { fails } : {}) });
  const rows = await testApp.readAs(owner.id, async (ctx) => ({
    events: (
      await ctx.db.selectFrom('events').selectAll().where('type', '=', 'contact.changed').execute()
    ).filter((row) => (row.data as { contact_id: string }).contact_id === id),
    tallies: await ctx.db.selectFrom('tallies').where('name', '=', id).select('total').execute(),
  }));
  return { status: answer.status, ...rows };
}

describe('an event', () => {
  test('is committed with the change; its in-transaction listeners run inside, the others after commit', async () => {
    const id = newId();
    const { status, events, tallies } = await happened(id);
    expect([status, tallies]).toEqual([200, [{ total: 1 }]]);
    expect(events).toMatchObject([
      {
        subscriber_id: owner.id,
        actor_id: owner.id,
        appointment_id: null,
        data: { contact_id: id, fields: [] },
      },
    ]);
    expect(log).toEqual(['handler', 'listener', 'emitted']);
    await testApp.runDueJobs();
    expect(log.at(-1)).toBe(`follow ${id} 36 true`);
    await testApp.runDueJobs();
    expect(log).toHaveLength(4);
  });

  test.each(['handler', 'listener'] as const)('leaves no row and no job when the %s fails', async (fails) => {
    const id = newId();
    const { status, events, tallies } = await happened(id, fails);
    expect([status, events, tallies]).toEqual([400, [], []]);
    await testApp.runDueJobs();
    expect(log.filter((line) => line.startsWith('follow'))).toEqual([]);
  });

  test('whose after-commit listener fails is retried by the queue without affecting the change', async () => {
    const id = newId();
    breaks = 1;
    expect((await happened(id)).events).toHaveLength(1);
    await expect(testApp.runDueJobs()).rejects.toThrow('not yet');
  });
});

test('rejects two listeners with the same name at startup', () => {
  const twice = listenAfterCommit('contact.changed', 'kit/follow', async () => {});
  expect(() => createEventBus([twice, twice])).toThrow('kit/follow');
});
