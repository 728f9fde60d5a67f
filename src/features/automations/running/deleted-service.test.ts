import { expect, test } from 'vitest';
import * as services from '#features/services/editor-contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getAppointmentAutomations } from '../appointment-contract.ts';
import { dryRunAction, listAutomationJobs, previewActions } from '../jobs-contract.ts';
import { bookedWith, email, groupOf, runAutomations } from './automations-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const owner = await testApp.create.owner();
const about = { base_cost: 100, base_duration: 1 };

test('a rule that names a deleted service or add-on says so in log, timeline, preview and dry run', async () => {
  const gone = await owner.call(services.createService, {
    ...about,
    name: 'Pool',
    add_ons: [{ name: 'Heater', add_fee: 10, add_hours: 0 }],
  });
  const present = await owner.call(services.createService, { ...about, name: 'Well' });
  const rules = [
    { id: crypto.randomUUID(), event_type: 7, services: [gone.id] },
    { id: crypto.randomUUID(), event_type: 8, service_addons: [gone.add_ons[0]?.id ?? ''] },
    { id: crypto.randomUUID(), event_type: 7, services: [present.id] },
  ];
  const action = { event_type: 2, rules_match: 'any' as const, rules };
  const group = await groupOf(owner, action);
  await owner.call(services.deleteService, { id: gone.id });
  const { id } = await bookedWith(owner, group);
  await runAutomations(testApp);
  const problems = (rules: readonly { problem: string | null }[] = []) => rules.map((one) => one.problem);
  const expected = ['deleted', 'deleted', null];
  const { pageData } = await owner.call(listAutomationJobs, { appointmentId: id, perPage: 100 });
  const job = pageData.find((one) => one.slot === null);
  expect([job?.status, job?.reason, problems(job?.rules)]).toEqual(['skipped', 'rules', expected]);
  const { facts } = await owner.call(getAppointmentAutomations, { id });
  expect(facts.known_ids).toHaveLength(1);
  const [preview] = await owner.call(previewActions, { appointment_id: id });
  expect(problems(preview?.rules)).toEqual(expected);
  const dry = await owner.call(dryRunAction, { action: { ...email, ...action } });
  expect(problems(dry.rows[0]?.rules)).toEqual(expected);
});
