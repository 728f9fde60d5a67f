import {
  randomSchedule,
  slotsAsText,
  slotsMinuteByMinute,
  zones,
} from '../src/domain/scheduling/slots-oracle-for-tests.ts';
import {
  actualSlotLabels,
  expectedSlotLabels,
  slotTechniciansFor,
} from '../src/features/availability/slot-labels-for-tests.ts';

const schedules = Number(process.argv[2] ?? 100_000);

/**
 * Random schedules in 40 zones, mostly around clock changes: compares slots, titles and colors with those found by
 * checking every minute.
 */
let slots = 0;
let wrong = 0;
const begin = performance.now();
for (let seed = 1; seed <= schedules; seed += 1) {
  const { question, technicians } = randomSchedule(seed);
  const found = slotsAsText(question, technicians);
  const again = slotsAsText(question, technicians.toReversed());
  const expected = slotsMinuteByMinute(question, technicians);
  slots += found.length;
  const heads = actualSlotLabels(question, slotTechniciansFor(technicians), 'en');
  const isRight = heads.join() === expectedSlotLabels(expected, 'en').join();
  if (isRight && found.join() === expected.join() && again.join() === found.join()) continue;
  wrong += 1;
  if (wrong <= 5) console.log(`slots-properties: seed ${seed} (${question.zone}, ${question.from}) differs`);
}
const seconds = (performance.now() - begin) / 1000;
console.log(
  `slots-properties: ${schedules} schedules in ${zones.length} zones, ${slots} slots, ${wrong} differ from the oracle; ${seconds.toFixed(0)} s ${wrong === 0 ? 'ok' : 'FAILED'}`,
);
if (wrong > 0) process.exitCode = 1;
