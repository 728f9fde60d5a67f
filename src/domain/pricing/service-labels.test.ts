import { expect, test } from 'vitest';
import { labelOfOffer, serviceLabels } from './service-labels.ts';

const service = (id: string, name: string, base_cost: number, ...addOns: [string, string, number][]) => ({
  id,
  name,
  base_cost,
  add_ons: addOns.map(([addOnId, addOn, add_fee]) => ({ id: addOnId, name: addOn, add_fee })),
});
const services = [
  service('s1', 'Home inspection', 400, ['a1', 'Radon', 150], ['a2', 'Sewer', 200], ['a3', 'Sewer', 250]),
  service('s2', 'Home inspection', 550, ['b1', 'Radon', 150], ['b2', 'Pool', 90]),
  service('s3', 'Mold test', 300),
];
const money = (amount: number) => `$${amount}`;

test('services of one name have their price, and so have add-ons of one service', () => {
  expect(Object.fromEntries(serviceLabels(services, money))).toEqual({
    s1: 'Home inspection ($400)',
    s2: 'Home inspection ($550)',
    s3: 'Mold test',
    a1: 'Radon',
    a2: 'Sewer ($200)',
    a3: 'Sewer ($250)',
    b1: 'Radon',
    b2: 'Pool',
  });
});

test('an add-on on its own names its service if another service has one of its name', () => {
  const labels = ['a1', 'b1', 'b2', 's1', 'gone'].map((id) => labelOfOffer(services, id, money));
  expect(labels).toEqual([
    'Radon (Home inspection ($400))',
    'Radon (Home inspection ($550))',
    'Pool',
    'Home inspection ($400)',
    null,
  ]);
});
