import { expect, test } from 'vitest';
import { contrast, ramps, tokens } from '#web/theme/colors.ts';
import { entryColors } from './entry-colors.ts';

const appointment = { systemRef: { type: 'inspEvent' as const, appointmentId: null, eventId: '1' } };
const other = { systemRef: { type: 'regularEvent' as const, appointmentId: null, eventId: '2' } };

// A technician may choose any color: a grid of the whole space, and the ramps.
const steps = ['00', '40', '80', 'bf', 'ff'];
const colors = [
  ...steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`))),
  ...Object.values(ramps).flat(),
  'not a color',
];

test('the text of an entry is readable on the tint of every color, in both schemes', () => {
  for (const scheme of ['light', 'dark'] as const)
    for (const color of colors)
      for (const kind of [appointment, other]) {
        const { background, text } = entryColors({ ...kind, color }, scheme);
        expect(contrast(background, text), `${color}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      }
});

test('appointments are shaded at an opacity of 0.9 and other entries at 0.4, and tinted lightly', () => {
  expect(entryColors({ ...appointment, color: '#1d4ed8' }, 'light').edge).toBe('rgb(29 78 216 / 0.9)');
  expect(entryColors({ ...other, color: '#1d4ed8' }, 'light').edge).toBe('rgb(29 78 216 / 0.4)');
  // 15 % of black on white is 217 of 255.
  expect(entryColors({ ...appointment, color: '#000' }, 'light').background).toBe('#d9d9d9');
  expect(entryColors({ ...other, color: '#000' }, 'light').background).toBe('#eeeeee');
  expect(entryColors({ ...appointment, color: '#000' }, 'dark').text).toBe(
    tokens.dark['--mantine-color-text'],
  );
});
