import { expect, test } from 'vitest';
import { mine, updateMine } from '#server/db/scope.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getAgreementText } from './agreement-text.ts';
import { createAgreementHelpers } from './agreements-for-tests.ts';
import { loadAgreement } from './load-agreement.ts';
import { agreementFacts } from './merge-agreement.ts';
import { byId, freezeText } from './store.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked, signs } = createAgreementHelpers(testApp);

const textOf = (owner: TestUser, id: string) =>
  testApp.readAs(owner.subscriberId, async (r) => {
    const row = await byId(r, id);
    return row ? (await loadAgreement(r, row)).text : null;
  });

test('a text is read, filled and hashed once for the same facts', async () => {
  const owner = await testApp.create.owner();
  const { agreement, appointment } = await booked(owner);
  const first = await textOf(owner, agreement.id);
  expect(await textOf(owner, agreement.id)).toBe(first);
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set({ address: '9 Elm Ct' }).where('id', '=', appointment.id).execute(),
  );
  const moved = await textOf(owner, agreement.id);
  expect(moved?.html).toContain('9 Elm Ct');
  expect(moved?.content_hash).not.toBe(first?.content_hash);
});

test('a frozen text is the one that was signed, once for all calls', async () => {
  const owner = await testApp.create.owner();
  const { ids, tokenOf, agreement, appointment } = await booked(owner);
  const offered = await textOf(owner, agreement.id);
  await signs({ ...ids, p: tokenOf(0), signer_name: 'Clara Client', consent: true, has_read: true });
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set({ address: '9 Elm Ct' }).where('id', '=', appointment.id).execute(),
  );
  const frozen = await textOf(owner, agreement.id);
  expect(frozen).toEqual(offered);
  expect(await textOf(owner, agreement.id)).toBe(frozen);
});

test('a signature that is rolled back leaves no frozen text', async () => {
  const owner = await testApp.create.owner();
  const { agreement, appointment } = await booked(owner);
  const offered = await textOf(owner, agreement.id);
  const rolledBack = testApp.writeAs(owner.subscriberId, async (w) => {
    if (!offered) throw new Error('no text');
    await freezeText(w, agreement.id, offered);
    await textOfNow(w, agreement.id);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await testApp.writeAs(owner.subscriberId, (w) =>
    updateMine(w, 'appointments').set({ address: '9 Elm Ct' }).where('id', '=', appointment.id).execute(),
  );
  expect((await textOf(owner, agreement.id))?.html).toContain('9 Elm Ct');
});

test('another company’s agreement has no text', async () => {
  const [owner, other] = [await testApp.create.owner(), await testApp.create.owner()];
  const { agreement, appointment } = await booked(owner);
  await textOf(owner, agreement.id);
  const facts = await testApp.readAs(owner.subscriberId, (r) => agreementFacts(r, appointment.id));
  const row = { id: agreement.id, content_hash: null, placeholder_values: null };
  await expect(testApp.readAs(other.subscriberId, (r) => getAgreementText(r, row, facts))).rejects.toThrow();
});

async function textOfNow(w: Parameters<typeof freezeText>[0], id: string) {
  const row = await mine(w, 'appointment_agreements').where('id', '=', id).selectAll().executeTakeFirst();
  return row && getAgreementText(w, row, await agreementFacts(w, row.appointment_id));
}
