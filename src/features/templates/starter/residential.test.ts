import { expect, test } from 'vitest';
import {
  starterDefectCategories,
  starterLocationTags,
  starterRecommendations,
} from '#domain/settings/starter-lists.ts';
import { residentialTemplate } from './residential.ts';

const items = residentialTemplate.sections.flatMap((section) => section.items);
const comments = items.flatMap((item) => item.comments);
const defects = comments.filter((comment) => comment.kind === 3);

test('has 13 sections and 78 items', () => {
  expect(residentialTemplate.sections.map((section) => [section.name, section.items.length])).toEqual([
    ['Inspection details', 5],
    ['Roof', 6],
    ['Exterior', 9],
    ['Foundation and structure', 8],
    ['Heating', 5],
    ['Cooling', 4],
    ['Plumbing', 7],
    ['Electrical', 8],
    ['Fireplace and stoves', 3],
    ['Attic, insulation, ventilation', 6],
    ['Doors, windows, interior', 7],
    ['Built-in appliances', 5],
    ['Garage', 5],
  ]);
  expect(items).toHaveLength(78);
  for (const section of residentialTemplate.sections) {
    expect(new Set(section.items.map((item) => item.name)).size).toBe(section.items.length);
  }
});

test('has 38 defects, each with a text, a location, a contractor and costs', () => {
  expect(defects).toHaveLength(38);
  const perCategory = [1, 2, 3].map((category) => defects.filter((one) => one.category === category).length);
  expect(perCategory).toEqual([9, 16, 13]);
  for (const {
    name,
    default_text,
    default_location,
    recommendation,
    min_cost_cents,
    max_cost_cents,
  } of defects) {
    const sentences = default_text.match(/[.;](\s|$)/g)?.length ?? 0;
    expect(sentences, name).toBeGreaterThanOrEqual(2);
    expect(default_text.length, name).toBeLessThan(420);
    expect(starterLocationTags, name).toContain(default_location);
    expect(starterRecommendations, name).toContain(recommendation);
    expect(min_cost_cents ?? 0, name).toBeLessThan(max_cost_cents ?? 0);
  }
});

test('every question has the options it needs, and every section has a limitation', () => {
  const questions = comments.filter((comment) => comment.kind === 1);
  for (const { name, answer_type, options } of questions) {
    const needsOptions = answer_type === 'choice' || answer_type === 'multi';
    expect(options.length >= 2, name).toBe(needsOptions);
    expect(new Set(options).size, name).toBe(options.length);
  }
  const limited = residentialTemplate.sections.filter((section) =>
    section.items.some((item) => item.comments.some((comment) => comment.kind === 2)),
  );
  expect(limited).toHaveLength(13);
});

test('uses the shipped ratings, defect categories, recommendations and location tags', () => {
  expect(residentialTemplate.ratings.map((rating) => rating.key)).toEqual(['IN', 'NI', 'NP', 'D']);
  expect(starterDefectCategories.map((one) => one.category)).toEqual([1, 2, 3]);
  expect(starterRecommendations).toHaveLength(26);
  expect(starterLocationTags).toHaveLength(34);
  for (const list of [starterRecommendations, starterLocationTags])
    expect(new Set(list).size).toBe(list.length);
});
