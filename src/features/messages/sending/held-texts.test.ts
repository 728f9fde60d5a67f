import { expect, test } from 'vitest';
import { openTextHarness } from '../replies/text-harness-for-tests.ts';
import { countedOf, limitSending, releaseWaiting } from './limits-for-tests.ts';

const { testApp, company, queue, settle, stateOf, received, advanceTime } = await openTextHarness();
let count = 0;
const newPhone = () => `512555${2000 + ++count}`;
const sentTo = (phone: string) => received(`+1${phone}`);

test('a text for which the hour has no room waits and is sent once in the next hour; one that is refused does not count', async () => {
  const owner = await company();
  await limitSending(testApp, owner.subscriberId, { text: 2 });
  const phones = [newPhone(), newPhone(), newPhone()];
  const refused = await queue(owner, newPhone(), 'Bring a coat. '.repeat(120));
  const ids: string[] = [];
  for (const phone of phones) ids.push(await queue(owner, phone));
  await settle();
  expect(await stateOf(owner, refused)).toMatchObject({ status: 'failed' });
  expect(phones.map((phone) => sentTo(phone).length)).toEqual([1, 1, 0]);
  expect(await stateOf(owner, ids[2] ?? '')).toMatchObject({
    ...{ status: 'queued', error: 'Waits: the company has reached its limit per hour', is_doubtful: false },
  });
  expect(await countedOf(testApp, owner.subscriberId)).toMatchObject({ text: 2 });
  await advanceTime('1 hour');
  await releaseWaiting(testApp);
  await settle();
  await settle();
  expect(phones.map((phone) => sentTo(phone).length)).toEqual([1, 1, 1]);
  expect(await stateOf(owner, ids[2] ?? '')).toMatchObject({ status: 'delivered' });
});
