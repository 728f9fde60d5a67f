import { updateSettings } from '#features/company/settings-contract.ts';
import type { TestUser } from '#testing/test-user.ts';

/** Switches on online scheduling, so that visitors can book. */
export async function openBooking(owner: TestUser): Promise<void> {
  const { subscriberId } = owner;
  await owner.call(updateSettings, { subscriberId, enable_online_scheduling: true });
}
