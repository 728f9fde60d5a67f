import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../groups-contract.ts';
import { bookedWith, groupOf, jobsOf } from '../running/automations-for-tests.ts';
import * as store from './store.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();

test('undoing a deletion brings back the id, the place and what was planned', async () => {
  const group = await groupOf(
    owner,
    { event_type: 18, trigger_type: 'before', duration: 1, duration_type: 2 },
    { event_type: 2, duration: 3, duration_type: 2 },
  );
  const { id: appointmentId } = await bookedWith(owner, group, { at: '2030-03-08T09:00' });
  const copies = () => owner.call(contract.listActionGroups, { appointmentId });
  const [before] = await copies();
  const planned = await jobsOf(testApp, appointmentId);
  const states = async () =>
    (await jobsOf(testApp, appointmentId)).map(({ status, reason }) => [status, reason]);
  for (const { id: actionId } of before?.actions ?? []) {
    const path = { id: before?.id ?? '', actionId };
    await owner.call(contract.deleteAction, path);
    expect(await states()).toContainEqual(['canceled', 'deleted']);
    expect((await owner.request(contract.updateAction, { ...path, subject: 'x' })).status).toBe(404);
    expect(await owner.call(contract.restoreAction, path)).toMatchObject({ id: actionId });
    // Once more has no effect.
    await owner.call(contract.restoreAction, path);
  }
  expect(await copies()).toEqual([before]);
  const now = await jobsOf(testApp, appointmentId);
  expect(now.map(({ id, run_at, status, source_id }) => ({ id, run_at, status, source_id }))).toEqual(
    planned.map(({ id, run_at, status, source_id }) => ({ id, run_at, status, source_id })),
  );
});

test('after a day a deletion is final', async () => {
  const id = await groupOf(owner, {}, {});
  const group = (await owner.call(contract.listActionGroups, {})).find((one) => one.id === id);
  const [first, second] = (group?.actions ?? []).map((one) => ({ id: one.id, group_id: id }));
  if (!first || !second) throw new Error('no actions');
  await testApp.writeAs(owner.subscriberId, (ctx) => store.removeAction(ctx, first));
  testApp.clock.advance(25 * 3_600_000);
  await testApp.writeAs(owner.subscriberId, (ctx) => store.removeAction(ctx, second));
  const restore = (one: string) =>
    testApp.writeAs(owner.subscriberId, (ctx) => store.restoreAction(ctx, id, one));
  await expect(restore(first.id)).rejects.toMatchObject({ type: 'NOT_FOUND' });
  expect(await restore(second.id)).toMatchObject({ id: second.id });
});

test('the values of headers stay out of the audit log', async () => {
  const company = await testApp.create.owner();
  const webhook_headers = [{ name: 'Authorization', value: 'Bearer hunter2' }];
  const id = await groupOf(company, { event_type: 2, action_type: 3, webhook_headers });
  const [group] = (await company.call(contract.listActionGroups, {})).filter((one) => one.id === id);
  const path = { id, actionId: group?.actions[0]?.id ?? '' };
  await company.call(contract.deleteAction, path);
  await company.call(contract.restoreAction, path);
  await company.call(contract.deleteActionGroup, { id });
  const rows = await testApp.readAs(company.subscriberId, (r) =>
    mine(r, 'audit_log').where('entity_id', 'in', [id, path.actionId]).selectAll().execute(),
  );
  expect(JSON.stringify(rows)).toContain('Authorization');
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});
