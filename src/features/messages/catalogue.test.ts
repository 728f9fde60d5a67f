import { expect, test } from 'vitest';
import { catalogue, type MessageKey } from './catalogue.ts';
import { defaultTexts, placeholdersOf } from './render.ts';
import texts from './texts/en.json' with { type: 'json' };

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

test.each(keys)('%s, if the company can word it, has a name and a hint for each placeholder', (key) => {
  if (catalogue[key as MessageKey].sender !== 'company') return;
  const { name, placeholder } = texts.templates as Record<'name' | 'placeholder', Record<string, string>>;
  expect(name[key]).toBeTruthy();
  for (const each of placeholdersOf(key as MessageKey)) expect(placeholder[each]).toBeTruthy();
});
