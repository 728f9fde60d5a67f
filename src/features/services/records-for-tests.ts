import type { TestUser } from '#testing/test-user.ts';
import { createDiscount } from './discount-contract.ts';
import { createService } from './editor-contract.ts';

/** A spare service with an add-on, and a discount code. */
export async function createServiceRecords(owner: TestUser, marker: string) {
  const service = await owner.call(createService, {
    name: `${marker} service`,
    base_cost: 100,
    base_duration: 1,
    add_ons: [{ name: `${marker} add-on`, add_fee: 10, add_hours: 0.25 }],
  });
  const code = `${marker.toUpperCase()}10`;
  const discount = await owner.call(createDiscount, {
    code,
    type: 1,
    value: 10,
    description: `${marker} code`,
  });
  return {
    spareService: service.id,
    spareAddOn: service.add_ons[0]?.id ?? '',
    discountCode: discount.id,
  };
}
