import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { RouteOutput } from '#wire/route.ts';
import { getTemplate, listTemplates, type Template } from './contract.ts';
import * as editing from './editing-contract.ts';
import { createTemplateRecords } from './records-for-tests.ts';

let testApp: TestApp;
let owner: TestUser;
beforeAll(async () => {
  testApp = await startTestApp();
  owner = await testApp.create.owner();
});

type Op = editing.TemplateOpOnWire;
type NewOp = Op extends infer T ? (T extends Op ? Omit<T, 'op_id'> : never) : never;

const op = (made: NewOp) => ({ op_id: newId(), ...made }) as Op;
const patch = async (id: string, rev: number, ...ops: Op[]) => {
  const answer = await owner.request(editing.patchTemplate, { id, rev, ops });
  return { ...answer, data: answer.data as Partial<RouteOutput<typeof editing.patchTemplate>> };
};
const read = (id: string) => owner.call(getTemplate, { id });

async function small() {
  const ids = await createTemplateRecords(owner, 'Small');
  return { ids, template: await read(ids.spareTemplate) };
}

const idsOf = (template: Template) =>
  template.sections.flatMap((section) => [
    section.id,
    ...section.items.flatMap((item) => [item.id, ...item.comments.map((comment) => comment.id)]),
  ]);

describe('autosave of a template', () => {
  test('applies a batch once, even when its answer is lost and it comes again', async () => {
    const { ids, template } = await small();
    const ops = [
      op({ type: 'update_section', section_id: ids.templateSection, changes: { name: 'Roofing' } }),
      op({
        type: 'add_section',
        section: { id: newId(), name: 'Attic' },
        after_id: ids.templateSection,
      }),
    ];
    const first = await patch(template.id, template.rev, ...ops);
    const again = await patch(template.id, template.rev, ...ops);
    expect(again.data).toEqual(first.data);
    const after = await read(template.id);
    expect(after.rev).toBe(template.rev + 1);
    expect(after.sections.map((section) => section.name)).toEqual(['Roofing', 'Attic']);
  });

  test('merges two editors and refuses to overwrite the same field', async () => {
    const { ids, template } = await small();
    const [comment_id, section_id] = [ids.templateComment, ids.templateSection];
    await patch(
      template.id,
      template.rev,
      op({ type: 'update_comment', comment_id, changes: { name: 'A' } }),
    );
    const other = await patch(
      template.id,
      template.rev,
      op({ type: 'update_comment', comment_id, changes: { min_cost: 10, max_cost: 20 } }),
    );
    expect(other.data.behind).toBe(true);
    const rival = await patch(
      template.id,
      template.rev,
      op({ type: 'update_comment', comment_id, changes: { name: 'B' } }),
    );
    expect(rival.error?.type).toBe('CONFLICT');
    const removal = await patch(template.id, template.rev, op({ type: 'remove_section', section_id }));
    expect(removal.error?.type, 'what others wrote inside is not removed unseen').toBe('CONFLICT');
    expect((await read(template.id)).sections[0]?.items[0]?.comments[0]).toMatchObject({
      name: 'A',
      min_cost: 10,
      max_cost: 20,
    });
  });

  test('does not take confirmed changes of the same editor for those of someone else', async () => {
    const { ids, template } = await small();
    const rename = (name: string) =>
      op({ type: 'update_comment', comment_id: ids.templateComment, changes: { name } });
    const [first, second] = [rename('A'), rename('B')];
    await patch(template.id, template.rev, first);
    expect((await patch(template.id, template.rev, second)).error?.type).toBe('CONFLICT');
    const sent = { id: template.id, rev: template.rev, ops: [second], own: [first.op_id] };
    expect((await owner.request(editing.patchTemplate, sent)).data).toMatchObject({ behind: false });
    expect((await read(template.id)).sections[0]?.items[0]?.comments[0]?.name).toBe('B');
  });

  test('reports that a part is gone and keeps the words, then brings the part back whole', async () => {
    const { ids, template } = await small();
    const [section] = template.sections;
    await patch(template.id, template.rev, op({ type: 'remove_section', section_id: ids.templateSection }));
    const late = op({
      type: 'update_comment',
      comment_id: ids.templateComment,
      changes: { name: 'GFCI missing at the sink' },
    });
    const answer = await patch(template.id, template.rev, late);
    expect(answer.data.results).toEqual([
      { op_id: late.op_id, refused: 'This was removed from the template' },
    ]);
    expect((await read(template.id)).sections).toEqual([]);
    const back = op({ type: 'add_section', section: section as never, after_id: null });
    expect((await patch(template.id, template.rev + 1, back)).status).toBe(200);
    expect((await read(template.id)).sections).toEqual(template.sections);
  });

  test.each<[string, (ids: Awaited<ReturnType<typeof small>>['ids']) => NewOp, string]>([
    [
      'a minimum above the maximum',
      (ids) => ({
        type: 'update_comment',
        comment_id: ids.templateComment,
        changes: { min_cost: 5, max_cost: 4 },
      }),
      'The minimum cost is higher than the maximum',
    ],
    [
      'two ratings of one abbreviation',
      () => ({
        type: 'update_template',
        changes: {
          ratings: [
            { key: 'IN', label: 'Inspected' },
            { key: 'in', label: 'Inside' },
          ],
        },
      }),
      'Two ratings have the same abbreviation',
    ],
    [
      'a copy that kept an id of the original',
      (ids) => ({
        type: 'add_section',
        section: {
          id: newId(),
          name: 'Copy',
          items: [{ id: ids.templateItem, section_id: newId(), name: 'Item' }],
        },
        after_id: null,
      }),
      'This part is in the template already',
    ],
  ])('refuses %s by itself', async (_, made, reason) => {
    const { ids, template } = await small();
    const good = op({ type: 'update_item', item_id: ids.templateItem, changes: { name: 'Kept' } });
    const answer = await patch(template.id, template.rev, op(made(ids)), good);
    expect(answer.data.results?.map((result) => result.refused)).toEqual([reason, null]);
    expect((await read(template.id)).sections[0]?.items[0]?.name).toBe('Kept');
  });

  test('never writes into another company or template, whatever ids it is given', async () => {
    const { ids, template } = await small();
    const second = await small();
    const stranger = await testApp.create.owner();
    const theirs = await createTemplateRecords(stranger, 'Theirs');
    for (const foreign of [theirs, second.ids]) {
      const answer = await patch(
        template.id,
        template.rev,
        op({ type: 'update_comment', comment_id: foreign.templateComment, changes: { name: 'Mine now' } }),
        op({
          type: 'move_item',
          item_id: ids.templateItem,
          section_id: foreign.templateSection,
          after_id: null,
        }),
      );
      expect(answer.data.results?.map((result) => result.refused)).toEqual([
        'This was removed from the template',
        'This was removed from the template',
      ]);
    }
    const taken = await patch(
      template.id,
      template.rev,
      op({ type: 'add_section', section: { id: second.ids.templateSection, name: 'Taken' }, after_id: null }),
    );
    expect(taken.error?.details).toEqual({ ops: 'A part of it belongs to another template' });
    expect((await read(second.template.id)).sections).toEqual(second.template.sections);
  });

  test('lets those who may only add add, and nothing else', async () => {
    const { ids, template } = await small();
    const adder = await testApp.create.member(owner, {
      type: 'technician',
      flags: { can_edit_template: false, can_add_new_comment: true },
    });
    const add = op({
      type: 'add_comment',
      comment: { id: newId(), item_id: ids.templateItem, kind: 3, name: 'Added' },
      after_id: null,
    });
    const change = op({ type: 'update_item', item_id: ids.templateItem, changes: { name: 'Changed' } });
    const send = (...ops: Op[]) =>
      adder.request(editing.patchTemplate, { id: template.id, rev: template.rev, ops });
    expect((await send(add, change)).error?.type).toBe('FORBIDDEN');
    expect((await send(add)).status).toBe(200);
    const after = await read(template.id);
    expect(after.sections[0]?.items[0]?.comments.map((comment) => comment.name)).toEqual([
      'Added',
      'Small defect',
    ]);
    expect((await adder.request(getTemplate, { id: template.id })).error?.type).toBe('FORBIDDEN');
  });
});

describe('templates', () => {
  test('are copied with new ids on every level', async () => {
    const { ids, template } = await small();
    const copy = await owner.call(editing.duplicateTemplate, { id: template.id });
    expect(copy.name).toBe('Small template (copy)');
    const all = new Set([...idsOf(template), ...idsOf(copy)]);
    expect(all.size).toBe(6);
    const comment_id = copy.sections[0]?.items[0]?.comments[0]?.id ?? '';
    await patch(copy.id, copy.rev, op({ type: 'update_comment', comment_id, changes: { name: 'Copied' } }));
    expect((await read(ids.spareTemplate)).sections).toEqual(template.sections);
  });

  test('cannot be deleted while services include them, and a deletion can be reverted', async () => {
    const { pageData } = await owner.call(listTemplates, { text: 'residential' });
    const [used] = pageData;
    expect(used?.used_by.length).toBeGreaterThan(0);
    const refused = await owner.request(editing.deleteTemplate, { id: used?.id ?? '' });
    expect(refused.error).toMatchObject({ type: 'CONFLICT', details: { used_by: used?.used_by } });
    const { template } = await small();
    await owner.call(editing.deleteTemplate, { id: template.id });
    expect((await owner.request(getTemplate, { id: template.id })).status).toBe(404);
    expect((await owner.call(editing.restoreTemplate, { id: template.id })).sections).toEqual(
      template.sections,
    );
  });

  test('change their own fields and keep what is not sent', async () => {
    const { template } = await small();
    const after = await owner.call(editing.updateTemplate, {
      id: template.id,
      status: 0,
      report_title: 'Pool report',
    });
    expect(after).toMatchObject({ status: 0, report_title: 'Pool report', name: 'Small template' });
    expect(
      (await owner.call(listTemplates, { status: 1, text: 'small template' })).pageData,
    ).not.toContainEqual(expect.objectContaining({ id: template.id }));
    const stale = await owner.request(editing.updateTemplate, {
      id: template.id,
      rev: template.rev,
      report_title: 'Spa report',
    });
    expect(stale.error?.type).toBe('CONFLICT');
  });
});
