import { expect, test } from 'vitest';
import { randomSchedule, slotsMinuteByMinute } from '#domain/scheduling/slots-oracle-for-tests.ts';
import { randomCases } from '#testing/thorough.ts';
import { actualSlotLabels, expectedSlotLabels, slotTechniciansFor } from './slot-labels-for-tests.ts';

test('every slot of 600 random schedules (fewer outside CI) has the expected title, color and people', () => {
  const languages = ['en', 'de', 'fr'] as const;
  const titles = new Set<string>();
  for (let seed = 1; seed <= randomCases(600); seed += 1) {
    const { question, technicians } = randomSchedule(seed);
    const lang = languages[seed % 3] ?? 'en';
    const answered = actualSlotLabels(question, slotTechniciansFor(technicians), lang);
    expect({ seed, answered }).toEqual({
      seed,
      answered: expectedSlotLabels(slotsMinuteByMinute(question, technicians), lang),
    });
    for (const head of answered) titles.add(head.split(' | ')[1] ?? '');
  }
  expect([...titles]).toEqual(
    expect.arrayContaining(['Ann Ames', 'Bob', 'Cyd de la Cruz', '2 available', '3 disponibles']),
  );
});
