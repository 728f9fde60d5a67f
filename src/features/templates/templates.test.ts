import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { getTemplate, listTemplates } from './contract.ts';
import { insertStarterTemplates } from './insert-starter-templates.ts';
import { residentialTemplate } from './starter/residential.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

describe('templates', () => {
  test('gives a new company the complete Residential template', async () => {
    const owner = await testApp.create.owner();
    const { pageData, pageInfo } = await owner.call(listTemplates, {});
    expect(pageInfo.total).toBe(1);
    expect(pageData[0]).toMatchObject({ name: 'Residential', status: 1, sections: 13, items: 78 });
    const template = await owner.call(getTemplate, { id: pageData[0]?.id ?? '' });
    expect(template.sections.map((section) => section.name)).toEqual(
      residentialTemplate.sections.map((section) => section.name),
    );
    const roof = template.sections[1];
    expect(roof?.items[0]?.name).toBe('Coverings');
    const defect = roof?.items[0]?.comments.find((comment) => comment.name === 'Shingles damaged or missing');
    expect(defect).toMatchObject({
      kind: 3,
      category: 2,
      recommendation: 'Roofer',
      min_cost: 250,
      max_cost: 1200,
    });
    expect(JSON.stringify(defect?.default_text)).toContain('Shingles were cracked');
  });

  test('lets everyone list templates but only editors read their content', async () => {
    const owner = await testApp.create.owner();
    const staff = await testApp.create.member(owner, { type: 'staff' });
    const { pageData } = await staff.call(listTemplates, {});
    const id = pageData[0]?.id ?? '';
    expect((await staff.request(getTemplate, { id })).error?.type).toBe('FORBIDDEN');
    const editor = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_template: true } });
    expect((await editor.call(getTemplate, { id })).id).toBe(id);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(getTemplate, { id })).error?.type).toBe('NOT_FOUND');
  });

  test('pages by name and finds by text', async () => {
    const owner = await testApp.create.owner();
    await testApp.writeAs(owner.subscriberId, insertStarterTemplates);
    await testApp.writeAs(owner.subscriberId, insertStarterTemplates);
    const first = await owner.call(listTemplates, { perPage: 2 });
    expect(first.pageData).toHaveLength(2);
    expect(first.pageInfo).toMatchObject({ total: 3, hasNextPage: true });
    const second = await owner.call(listTemplates, { perPage: 2, cursor: first.pageInfo.endCursor ?? '' });
    expect(second.pageData).toHaveLength(1);
    const ids = new Set([...first.pageData, ...second.pageData].map((row) => row.id));
    expect(ids.size).toBe(3);
    expect((await owner.call(listTemplates, { text: 'RESIDENT' })).pageInfo.total).toBe(3);
    expect((await owner.call(listTemplates, { text: '%' })).pageInfo.total).toBe(0);
    expect((await owner.call(listTemplates, { status: 0 })).pageInfo.total).toBe(0);
  });
});
