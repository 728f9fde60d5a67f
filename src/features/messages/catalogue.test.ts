import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import { defaultTexts } from './render.ts';

const keys = Object.keys(catalogue).sort();

test.each(Object.entries(defaultTexts))(
  'the catalogue has every message of the %s texts and no other',
  (_, texts) => {
    expect(Object.keys(texts).sort()).toEqual(keys);
  },
);

test.each(keys)('%s has the same variables and button in every language', (key) => {
  const shapes = Object.values(defaultTexts).map((texts) => {
    const { subject, body, action } = texts[key as keyof typeof catalogue];
    const names = [...`${subject}\n${body.join('\n')}`.matchAll(/\{\w+\}/g)].map(([name]) => name);
    return { variables: [...new Set(names)].sort(), hasButton: action !== undefined };
  });
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
});
