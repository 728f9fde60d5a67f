import { expect, test } from 'vitest';
import { listServices } from '#features/services/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createAgreementHelpers } from '../agreements-for-tests.ts';
import * as contract from '../contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { booked } = createAgreementHelpers(testApp);

// R-RULE-078, from the booking to the text the client reads.
test.each([
  [1, 'A', 'A $1.00'],
  [2, 'A and B', 'A $1.00 and B $2.50'],
  [3, 'A, B and C', 'A $1.00, B $2.50 and C $3.00'],
])('joins %i services with commas and "and"', async (count, services, fees) => {
  const owner = await testApp.create.owner();
  const all = (await owner.call(listServices, {})).pageData.slice(0, count);
  expect(all).toHaveLength(count);
  const names = ['A', 'B', 'C'].slice(0, count);
  await testApp.writeAs(owner.subscriberId, async (w) => {
    for (const [i, name] of names.entries())
      await w.db
        .updateTable('services')
        .set({ name, position: i })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', all[i]?.id ?? '')
        .execute();
    const tree = JSON.stringify({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'placeholder', attrs: { name: 'SERVICES' } },
            { type: 'text', text: ' for ' },
            { type: 'placeholder', attrs: { name: 'FEES' } },
            { type: 'text', text: '.' },
          ],
        },
      ],
    });
    await w.db.updateTable('agreement_templates').set({ content: tree }).execute();
  });
  const made = await booked(owner, {
    services: all.map(({ id }) => ({ id })),
    is_manual_edit: true,
    fees: names.map((line_item, i) => ({ line_item, pretax_amount: [1, 2.5, 3][i] ?? 0 })),
  });
  const read = await testApp.visitor.call(contract.getPublicAgreement, { ...made.ids, p: made.tokenOf(0) });
  expect(read.real_content).toContain(`${services} for ${fees}.`);
});
