import { expect, test } from 'vitest';
import { namedFor, severityName } from './severity-names.ts';
import { starterDefectCategories } from './starter-lists.ts';

const names = (lang: 'en' | 'de' | 'fr') => namedFor(starterDefectCategories, lang).map(({ name }) => name);

test('translates the names every company starts with', () => {
  expect(names('en')).toEqual(starterDefectCategories.map(({ name }) => name));
  expect(names('de')).toEqual(['Wartung', 'Empfehlung', 'Sicherheitsrisiko']);
  expect(names('fr')).toEqual(['Entretien', 'Recommandation', 'Risque pour la sécurité']);
});

test('leaves the names a company chose as they are', () => {
  expect(severityName({ category: 1, name: 'Upkeep' }, 'de')).toBe('Upkeep');
  // An added category with the name of a former one.
  expect(severityName({ category: 4, name: 'Maintenance' }, 'de')).toBe('Maintenance');
});
