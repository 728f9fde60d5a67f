import { beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '#testing/house.ts';
import { getTemplate, listTemplates } from './contract.ts';
import { stampStarterTemplates } from './stamp-starter.ts';
import { residentialTemplate } from './starter/residential.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});

describe('templates', () => {
  test('a new company begins with Residential, whole', async () => {
    const owner = await house.has.owner();
    const { pageData, pageInfo } = await owner.does(listTemplates, {});
    expect(pageInfo.total).toBe(1);
    expect(pageData[0]).toMatchObject({ name: 'Residential', status: 1, sections: 13, items: 78 });
    const template = await owner.does(getTemplate, { id: pageData[0]?.id ?? '' });
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

  test('the list is for everybody, the content for those who may edit it', async () => {
    const owner = await house.has.owner();
    const staff = await house.has.member(owner, { type: 'staff' });
    const { pageData } = await staff.does(listTemplates, {});
    const id = pageData[0]?.id ?? '';
    expect((await staff.tries(getTemplate, { id })).error?.type).toBe('FORBIDDEN');
    const editor = await house.has.member(owner, { type: 'staff', flags: { can_edit_template: true } });
    expect((await editor.does(getTemplate, { id })).id).toBe(id);
    const stranger = await house.has.owner();
    expect((await stranger.tries(getTemplate, { id })).error?.type).toBe('NOT_FOUND');
  });

  test('pages by name and finds by text', async () => {
    const owner = await house.has.owner();
    await house.writes(owner.subscriberId, stampStarterTemplates);
    await house.writes(owner.subscriberId, stampStarterTemplates);
    const first = await owner.does(listTemplates, { perPage: 2 });
    expect(first.pageData).toHaveLength(2);
    expect(first.pageInfo).toMatchObject({ total: 3, hasNextPage: true });
    const second = await owner.does(listTemplates, { perPage: 2, cursor: first.pageInfo.endCursor ?? '' });
    expect(second.pageData).toHaveLength(1);
    const ids = new Set([...first.pageData, ...second.pageData].map((row) => row.id));
    expect(ids.size).toBe(3);
    expect((await owner.does(listTemplates, { text: 'RESIDENT' })).pageInfo.total).toBe(3);
    expect((await owner.does(listTemplates, { text: '%' })).pageInfo.total).toBe(0);
    expect((await owner.does(listTemplates, { status: 0 })).pageInfo.total).toBe(0);
  });
});
