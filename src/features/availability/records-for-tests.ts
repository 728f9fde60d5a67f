import type { TestUser } from '#testing/test-user.ts';
import { addOverrides } from './contract.ts';

/** A day off of the technician. */
export async function createAvailabilityRecords(owner: TestUser, technician: string, marker: string) {
  const { overrides } = await owner.call(addOverrides, {
    team_ids: [technician],
    kind: 'off',
    date_from: '2031-12-24',
    reason: `${marker} holiday`,
  });
  return { override: overrides[0]?.id ?? '' };
}
