import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commentsOf } from '#domain/templates/template.ts';
import { asPlatform } from '#server/db/connect.ts';
import { repositoryRoot } from '#server/documents/child.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { seedCatalog } from './catalog/seed-catalog.ts';
import { getTemplate } from './contract.ts';
import { templateOf } from './present.ts';
import * as admin from './store-admin-contract.ts';
import { copyStoreTemplate, getStoreTemplate, listStoreTemplates } from './store-contract.ts';

let testApp: TestApp;
let administrator: TestUser;
let owner: TestUser;
const folder = mkdtempSync(join(tmpdir(), 'gable-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contentOf = (name: string, trade: string, text = 'Walk the roof.') => ({
  ...{ format: 'gable-template', version: 1, name, description: `All about ${name}`, trade },
  sections: [
    {
      name: 'Roof',
      standards_text: `<p>${text}</p>`,
      items: [{ name: 'Covering', comments: [{ kind: 'deficiency', name: 'Cracked', min_cost: 5 }] }],
    },
  ],
});
const ship = (key: string, content: object) =>
  writeFileSync(join(folder, `${key}.json`), JSON.stringify(content));
const seed = () => seedCatalog(testApp.runtime.db, folder, testApp.runtime.clock.now());
const file = (content: object) => new File([JSON.stringify(content)], 'store.json');
const managed = async () => (await administrator.call(admin.listManagedTemplates)).templates;
const byName = async (name: string) => (await managed()).find((row) => row.name === name);
const idOf = async (name: string) => (await byName(name))?.id ?? '';

beforeAll(async () => {
  testApp = await startTestApp();
  administrator = await testApp.create.admin();
  owner = await testApp.create.owner();
  ship('condo', contentOf('Condo', 'condo'));
  ship('radon', contentOf('Radon', 'radon'));
});
beforeEach(seed);

describe('the files of the product', () => {
  test('are in the store once, in the order of their trades', async () => {
    expect(await seed()).toBe(0);
    const { pageData, pageInfo } = await owner.call(listStoreTemplates, { perPage: 1 });
    expect([pageData[0]?.name, pageInfo.total]).toEqual(['Condo', 2]);
    const next = await owner.call(listStoreTemplates, { perPage: 1, cursor: pageInfo.endCursor ?? '' });
    expect(next.pageData.map((row) => row.name)).toEqual(['Radon']);
    expect(pageData[0]).toMatchObject({ trade: 'condo', sections: 1, items: 1, comments: 1 });
  });

  test('update what no administrator changed, and bring back nothing', async () => {
    const [condo, radon] = [await idOf('Condo'), await idOf('Radon')];
    await administrator.call(admin.replaceStoreTemplate, {
      id: radon,
      file: file(contentOf('Radon', 'radon', 'Our own.')),
    });
    await administrator.call(admin.offerStoreTemplate, { id: condo, is_offered: false });
    ship('condo', contentOf('Condo', 'condo', 'A new release.'));
    ship('radon', contentOf('Radon', 'radon', 'A new release.'));
    await seed();
    await administrator.call(admin.offerStoreTemplate, { id: condo, is_offered: true });
    const texts = async (id: string) => JSON.stringify(await owner.call(getStoreTemplate, { id }));
    expect(await texts(condo)).toContain('A new release.');
    expect(await texts(radon)).toContain('Our own.');
    await administrator.call(admin.deleteStoreTemplate, { id: condo });
    ship('condo', contentOf('Condo', 'condo', 'A later release.'));
    await seed();
    expect((await managed()).map((row) => row.name)).toEqual(['Radon']);
    expect((await owner.request(getStoreTemplate, { id: condo })).error?.type).toBe('NOT_FOUND');
    expect((await administrator.call(admin.restoreStoreTemplate, { id: condo })).name).toBe('Condo');
  });

  test('that are shipped can all be used', async () => {
    const fresh = await startTestApp();
    await seedCatalog(
      fresh.runtime.db,
      join(repositoryRoot(), 'assets/templates'),
      fresh.runtime.clock.now(),
    );
  });
});

test('a copy belongs to the company, shares no part with another, and is made once for each request', async () => {
  const id = await idOf('Condo');
  const [first, second] = [
    await owner.call(copyStoreTemplate, { id }, { idempotencyKey: 'once' }),
    await owner.call(copyStoreTemplate, { id }, { idempotencyKey: 'once' }),
  ];
  expect(second.id).toBe(first.id);
  const third = await owner.call(copyStoreTemplate, { id });
  expect(third.id).not.toBe(first.id);
  const contents = await Promise.all(
    [first, third].map(async (copy) => templateOf(await owner.call(getTemplate, { id: copy.id })).content),
  );
  const ids = contents.flatMap((content) => [
    ...content.sections.map((section) => section.id),
    ...commentsOf(content).map((comment) => comment.id),
  ]);
  expect(new Set(ids).size).toBe(4);
  expect(contents[0] && commentsOf(contents[0])[0]).toMatchObject({ name: 'Cracked', min_cost_cents: 500 });
});

test('lists are filtered by text and trade', async () => {
  const names = async (input: object) =>
    (await owner.call(listStoreTemplates, input)).pageData.map((row) => row.name).sort();
  expect(await names({ text: 'ABOUT rad' })).toEqual(['Radon']);
  expect(await names({ trade: 'condo' })).toEqual(['Condo']);
  expect(await names({ text: '%' })).toEqual([]);
});

describe('the administrator', () => {
  test('adds, hides, orders and deletes', async () => {
    const { template } = await administrator.call(admin.addStoreTemplate, {
      file: file(contentOf('Sewer', 'sewer')),
      description: 'Camera inspection',
    });
    expect(template).toMatchObject({
      name: 'Sewer',
      description: 'Camera inspection',
      is_shipped: false,
      rev: 1,
    });
    const id = template?.id ?? '';
    expect((await managed()).at(-1)?.name).toBe('Sewer');
    const others = (await managed()).filter((row) => row.id !== id).map((row) => row.name);
    await administrator.call(admin.orderStoreTemplates, { ids: [id] });
    expect((await managed()).map((row) => row.name)).toEqual(['Sewer', ...others]);
    await administrator.call(admin.offerStoreTemplate, { id, is_offered: false });
    expect((await owner.request(copyStoreTemplate, { id })).error?.type).toBe('NOT_FOUND');
    expect((await owner.call(listStoreTemplates, {})).pageData.some((row) => row.id === id)).toBe(false);
    await administrator.call(admin.deleteStoreTemplate, { id });
    const trail = await asPlatform(testApp.runtime.db, (trx) =>
      trx
        .selectFrom('audit_log')
        .where('entity_id', '=', id)
        .orderBy('at')
        .orderBy('id')
        .select('action')
        .execute(),
    );
    expect(trail.map((row) => row.action)).toEqual(['create', 'order', 'hide', 'delete']);
    expect(await byName('Sewer')).toBeUndefined();
    expect(
      (await administrator.request(admin.offerStoreTemplate, { id, is_offered: true })).error?.type,
    ).toBe('NOT_FOUND');
  });

  test('gets a file with problems back with their places, and nothing is stored', async () => {
    const before = await managed();
    const wrong = contentOf('Wrong', 'sewer');
    wrong.sections[0]?.items[0]?.comments.push({ kind: 'deficiency', name: '', min_cost: 1 });
    const found = await administrator.call(admin.addStoreTemplate, { file: file(wrong), dry_run: true });
    expect(found.problems.map((problem) => problem.place)).toEqual(['sections.0.items.0.comments.1.name']);
    const refused = await administrator.request(admin.addStoreTemplate, { file: file(wrong) });
    expect(refused.error?.details).toMatchObject({
      'sections.0.items.0.comments.1.name': 'This field is required',
    });
    const { trade: _, ...noTrade } = contentOf('No trade', 'sewer');
    const unknown = await administrator.request(admin.addStoreTemplate, { file: file(noTrade) });
    expect(unknown.error?.details).toEqual({ trade: 'Choose a trade' });
    expect(await managed()).toEqual(before);
  });
});
