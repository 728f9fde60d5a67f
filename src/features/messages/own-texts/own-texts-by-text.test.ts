import { expect, test } from 'vitest';
import { mine } from '#server/db/scope.ts';
import { bookedAppointment, newClient } from '#testing/bookings.ts';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';
import * as contract from '../template-contract.ts';

const harness = await openTextHarness();

test('a client with a phone gets the text too, in their language, if the company texts', async () => {
  const owner = await harness.company();
  const own = { key: 'appointment_scheduled', channel: 'text', lang: 'en' } as const;
  const message = 'See you {{date}}: {{link}}';
  await owner.call(contract.saveMessageTemplate, { ...own, rev: 0, message });
  await bookedAppointment(owner, { clients: [await newClient(owner)] });
  const texts = () =>
    harness.testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'outbound_messages')
        .where('channel', '=', 'text')
        .select(['body_text', 'template_key', 'to_address'])
        .execute(),
    );
  await harness.settle();
  const [sent, ...others] = await texts();
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ template_key: 'appointment_scheduled', to_address: '+15125550111' });
  expect(sent?.body_text).toContain('See you 03/08/2030: ');
  expect(sent?.body_text).toMatch(/\/s\/\w{8} /);
  await owner.call(contract.saveMessageTemplate, { key: own.key, channel: 'text', rev: 1, enabled: false });
  await bookedAppointment(owner, { clients: [await newClient(owner)], at: '2030-03-09T09:00' });
  await harness.settle();
  expect(await texts()).toHaveLength(1);
});
