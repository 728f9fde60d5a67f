import { expect, test } from 'vitest';
import { composeText } from './text-content.ts';

test('a text has the company’s name once', () => {
  const company = 'Quixby  Inspections';
  expect(composeText('See you soon.', { company, stopHint: null })).toBe('Quixby Inspections: See you soon.');
  expect(composeText('QUIXBY INSPECTIONS: soon.', { company, stopHint: null })).toBe(
    'QUIXBY INSPECTIONS: soon.',
  );
  expect(composeText('Soon.', { company: '', stopHint: null })).toBe('Soon.');
});

test('the first one ends with the way to stop them', () => {
  const text = composeText('  It’s  soon.\n\n ', { company: 'Quixby', stopHint: 'Reply STOP to opt out.' });
  expect(text).toBe("Quixby: It's soon. Reply STOP to opt out.");
});
