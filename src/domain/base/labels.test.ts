import { expect, test } from 'vitest';
import { distinctLabels } from './labels.ts';

const labels = (...things: [name: string, email: string, phone?: string][]) =>
  distinctLabels(
    things,
    ([name]) => name,
    ([, email]) => email,
    ([, , phone]) => phone ?? '',
  );

test('a label that only one thing has stays as it is', () => {
  expect(labels(['Ann Lee', 'a@x'], ['Bo Lee', 'b@x'])).toEqual(['Ann Lee', 'Bo Lee']);
});

test('things of one label, however it is written, get the first detail that distinguishes them', () => {
  expect(labels(['Ann Lee', 'a@x'], ['ánn  lee', 'b@x'], ['Bo', ''])).toEqual([
    'Ann Lee (a@x)',
    'ánn  lee (b@x)',
    'Bo',
  ]);
  expect(labels(['Ann', 'a@x', '1'], ['Ann', 'a@x', '2'], ['Ann', 'b@x', '2'])).toEqual([
    'Ann (1)',
    'Ann (2)',
    'Ann (b@x)',
  ]);
});

test('without a detail they are numbered', () => {
  expect(labels(['Ann', ''], ['Ann', ''], ['Ann', 'a@x'])).toEqual(['Ann (1)', 'Ann (2)', 'Ann (a@x)']);
});
