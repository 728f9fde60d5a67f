import { expect, test } from 'vitest';
import { minutesByVectors } from './road-oracle-for-tests.ts';
import { seededRandom } from './slots-oracle-for-tests.ts';
import { estimateDrivingMinutes, kmBetween, type Place } from './travel.ts';

const dice = seededRandom(7);
const near = (reach: number): Place => ({
  lat: 30 + (dice.below(20_001) / 10_000 - 1) * reach,
  lng: 179.9 + (dice.below(20_001) / 10_000 - 1) * reach,
});

test('the straight line between known cities is right within a percent', () => {
  const [austin, dallas] = [
    { lat: 30.2672, lng: -97.7431 },
    { lat: 32.7767, lng: -96.797 },
  ];
  expect(kmBetween(austin, dallas)).toBeCloseTo(293, -1);
  expect(kmBetween({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 })).toBeCloseTo(22.2, 1);
});

test('short ways take the time of city streets, long ones that of highways', () => {
  const at = (km: number) => ({ lat: 30 + km / 111.195, lng: -97 });
  const minutes = [0, 0.04, 1, 6, 10, 50, 200].map((km) => estimateDrivingMinutes(at(0), at(km)));
  expect(minutes).toEqual([0, 0, 3, 13, 19, 58, 188]);
});

test('agrees with a formula by vectors, is symmetric, and no detour is shorter', () => {
  for (let i = 0; i < 3000; i += 1) {
    const [a, b, c] = [near(0.5), near(0.5), near(0.5)];
    const direct = estimateDrivingMinutes(a, c);
    expect(direct).toBe(minutesByVectors(a, c));
    expect(direct).toBe(estimateDrivingMinutes(c, a));
    // Less than 50 meters is the same place, which takes up to a minute elsewhere.
    expect(direct).toBeLessThanOrEqual(estimateDrivingMinutes(a, b) + estimateDrivingMinutes(b, c) + 1);
  }
});
