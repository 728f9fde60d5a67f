import { addDays, asZone, type LocalDate, localDate, weekday } from '#domain/base/time.ts';
import { addOverrides, changeAvailability } from '#features/availability/contract.ts';
import { changeLimits } from '#features/availability/limits-contract.ts';
import { callAsOwner, type DemoContext } from './demo-context.ts';

const zone = asZone('America/New_York');

/** Seeds weekly hours and home bases for the technicians, a holiday, a half day and an extra Sunday; the owner has office hours. */
export async function seedAvailability(demo: DemoContext): Promise<void> {
  const [, tariq, mei] = demo.technicianIds;
  if (!tariq || !mei) return;
  const today = localDate(demo.today, zone);
  await setWeek(demo, tariq, [1, 2, 3, 4, 5], [800, 900, 1030, 1300, 1430]);
  await setWeek(demo, tariq, [6], [900, 1300]);
  await setWeek(demo, mei, [2, 3, 4, 5, 6], [900, 1100, 1300, 1530]);
  const tariqsHome = { address: '31-20 30th Ave, Astoria, NY 11102', lat: 40.7648, lng: -73.9195 };
  const meisHome = { address: '410 Bergen St, Brooklyn, NY 11217', lat: 40.6829, lng: -73.9801 };
  await callAsOwner(demo, changeLimits, { id: tariq, home: tariqsHome });
  await callAsOwner(demo, changeLimits, { id: mei, max_per_day: 2, buffer_minutes: 30, home: meisHome });
  const weekend = next(today, 0);
  const off = { kind: 'off' } as const;
  await callAsOwner(demo, addOverrides, {
    ...off,
    team_ids: [mei],
    date_from: addDays(today, 17),
    date_to: addDays(today, 21),
    reason: 'Family visit',
  });
  await callAsOwner(demo, addOverrides, {
    ...off,
    team_ids: [tariq],
    date_from: addDays(next(today, 3), 14),
    start_time: 1200,
    reason: 'Dentist',
  });
  await callAsOwner(demo, addOverrides, {
    kind: 'extra',
    team_ids: [tariq],
    date_from: addDays(weekend, 14),
    start_time: 1000,
    end_time: 1500,
    step_minutes: 150,
    reason: 'Open house weekend',
  });
}

async function setWeek(demo: DemoContext, team_id: string, days: number[], times: number[]): Promise<void> {
  const add = days.flatMap((day) => times.map((start_time) => ({ day, start_time })));
  await callAsOwner(demo, changeAvailability, { team_id, add });
}

/** The first date after `from` on this weekday (0 Sunday … 6 Saturday). */
function next(from: LocalDate, day: number): LocalDate {
  return addDays(from, ((day - weekday(from) + 6) % 7) + 1);
}
