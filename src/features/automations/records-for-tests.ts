import type { TestUser } from '#testing/test-user.ts';
import { createAction, createActionGroup } from './groups-contract.ts';

/** A group of the company with one action. */
export async function createAutomationRecords(owner: TestUser, marker: string) {
  const group = await owner.call(createActionGroup, { name: `${marker} group` });
  const action = await owner.call(createAction, {
    id: group.id,
    action_name: `${marker} action`,
    event_type: 18,
    to_address: ['clients'],
    subject: marker,
    body_content: `<p>${marker}</p>`,
  });
  return { actionGroup: group.id, action: action.id };
}
