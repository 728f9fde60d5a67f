import { describe, expect, test } from 'vitest';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { patchReport } from '../editing-contract.ts';
import { createOpenedReport, findComment, op, readFull, saves } from '../report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

describe('autosave', () => {
  test('stores ratings, answers, texts and costs, and a repeated batch changes nothing', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const comment = findComment(report, shingles);
    const ops = [
      op({ type: 'set_rating', item_id: comment.item_id, rating: 'D' }),
      op({
        type: 'update_comment',
        comment_id: comment.id,
        changes: {
          included: true,
          text: {
            type: 'doc',
            content: [
              { type: 'paragraph', content: [{ type: 'text', text: 'Three tabs <gone>' }] },
              { type: 'script' },
            ],
          },
          locations: ['Rear', 'Left'],
          category: 3,
          max_cost: 900.5,
        },
      }),
      op({
        type: 'update_comment',
        comment_id: findComment(report, 'In attendance').id,
        changes: { answer: ['Client'] },
      }),
    ];
    const first = await saves(owner, report, ops);
    expect(first).toMatchObject({ rev: 1, status: 'in_progress', behind: false });
    expect(first.results.every((result) => result.refused === null)).toBe(true);
    const second = await saves(owner, report, ops);
    expect(second).toMatchObject({ rev: 1, behind: false });
    const now = await readFull(owner, report.id);
    expect(now.rev).toBe(1);
    expect(findComment(now, shingles)).toMatchObject({
      included: true,
      locations: ['Rear', 'Left'],
      category: 3,
      max_cost: 900.5,
      min_cost: 250,
    });
    expect(findComment(now, shingles).text).toEqual({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Three tabs <gone>' }] }],
    });
    expect(findComment(now, 'In attendance').answer).toEqual(['Client']);
  });

  test('merges changes of two people to different fields of one comment', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const other = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    const comment = findComment(report, shingles);
    await saves(owner, report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { included: true } }),
    ]);
    const answer = await saves(other, report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { locations: ['Attic'] } }),
    ]);
    expect(answer).toMatchObject({ rev: 2, behind: true });
    expect(findComment(await readFull(owner, report.id), shingles)).toMatchObject({
      included: true,
      locations: ['Attic'],
    });
  });

  test('reports a conflict to the second editor of a field, and stores both values in the history', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const other = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    const comment = findComment(report, shingles);
    const rename = (name: string) =>
      op({ type: 'update_comment', comment_id: comment.id, changes: { name } });
    await saves(owner, report, [rename('Mine')]);
    const mine = rename('Theirs');
    const rated = op({ type: 'set_rating', item_id: comment.item_id, rating: 'D' });
    const refused = await other.request(patchReport, { id: report.id, rev: 0, ops: [rated, mine] });
    expect(refused.error).toMatchObject({
      type: 'CONFLICT',
      details: { rev: 1, conflicts: [{ op_id: mine.op_id, by: 'Olive Owner' }] },
    });
    expect(refused.error?.details?.current).toMatchObject({ comments: [{ id: comment.id, name: 'Mine' }] });
    expect((await readFull(owner, report.id)).rev).toBe(1);
    await saves(other, { id: report.id, rev: 1 }, [rated, mine]);
    const history = await testApp.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('report_ops')
        .where('report_id', '=', report.id)
        .orderBy('seq')
        .select(['before', 'op'])
        .execute(),
    );
    expect(history.map((row) => row.before)).toEqual([
      { name: shingles },
      { rating: null },
      { name: 'Mine' },
    ]);
  });

  test('accepts the same text from two people, and a resent batch with additional changes', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const comment = findComment(report, shingles);
    const rename = (name: string) =>
      op({ type: 'update_comment', comment_id: comment.id, changes: { name } });
    const lost = rename('One');
    await saves(owner, report, [lost]);
    expect(await saves(owner, report, [rename('One')])).toMatchObject({ rev: 2 });
    expect(
      await saves(owner, report, [lost, rename('One'), rename('One')]).catch((e: unknown) => e),
    ).toMatchObject({ rev: 3 });
    const own = rename('Two');
    await saves(owner, { id: report.id, rev: 3 }, [own]);
    expect(await saves(owner, { id: report.id, rev: 3 }, [own, rename('Three')])).toMatchObject({ rev: 5 });
    // The database orders the keys of texts and ranges its own way.
    const write = (text: string) => {
      const changes = { text: fromPlainText(text), answer: { from: 1, to: 2 } };
      return op({ type: 'update_comment', comment_id: comment.id, changes });
    };
    await saves(owner, { id: report.id, rev: 5 }, [write('Worn')]);
    expect(await saves(owner, { id: report.id, rev: 5 }, [write('Worn')])).toMatchObject({ rev: 7 });
  });

  test('adds, moves and removes; refuses and stores single operations on removed objects', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const [first, second] = report.sections;
    const item = second?.items[0];
    const ids = { comment: newId(), section: newId(), item: newId() };
    const lost = op({
      type: 'update_comment',
      comment_id: newId(),
      changes: { name: 'Text for a removed comment' },
    });
    const answer = await saves(owner, report, [
      op({
        type: 'add_comment',
        comment: {
          id: ids.comment,
          item_id: item?.id ?? '',
          kind: 3,
          name: 'Bird nest',
          min_cost: 10,
          max_cost: 20,
        },
      }),
      op({ type: 'add_section', section: { id: ids.section, name: 'Sauna' }, after_id: first?.id ?? null }),
      op({
        type: 'add_item',
        item: { id: ids.item, section_id: ids.section, name: 'Stove' },
        after_id: null,
      }),
      op({ type: 'move_comment', comment_id: ids.comment, item_id: ids.item, after_id: null }),
      op({ type: 'remove_section', section_id: first?.id ?? '' }),
      lost,
    ]);
    expect(answer.results.at(-1)).toEqual({
      op_id: lost.op_id,
      refused: 'This was removed from the report',
    });
    const now = await readFull(owner, report.id);
    expect(now.sections[0]).toMatchObject({ id: ids.section, name: 'Sauna', position: 0 });
    expect(now.sections[0]?.items[0]?.comments[0]).toMatchObject({
      id: ids.comment,
      name: 'Bird nest',
      included: true,
      min_cost: 10,
    });
    expect(now.sections).toHaveLength(13);
    expect(now.sections[0]?.items[0]?.comments[0]?.public_id).toMatch(/^[\w-]{24}$/);
    const stored = await testApp.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('report_ops')
        .where('op_id', '=', lost.op_id)
        .select(['refused', 'op'])
        .executeTakeFirst(),
    );
    expect(stored).toMatchObject({
      refused: 'This was removed from the report',
      op: { changes: { name: 'Text for a removed comment' } },
    });
  });

  test('refuses ids of another report of the company', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const { report: mine } = await createOpenedReport(
      { ...testApp.create, owner: async () => owner },
      { date_time: '2031-01-12T09:00', order_id: 'R-2' },
    );
    const target = findComment(report, shingles);
    const item = mine.sections[0]?.items[0]?.id ?? '';
    const section = report.sections[0]?.id ?? '';
    const answer = await saves(owner, mine, [
      op({ type: 'add_comment', comment: { id: target.id, item_id: item, kind: 3, name: 'Taken over' } }),
      op({
        type: 'add_item',
        item: { id: target.item_id, section_id: mine.sections[0]?.id ?? '', name: 'X' },
        after_id: null,
      }),
      op({ type: 'add_section', section: { id: section, name: 'X' }, after_id: null }),
      op({ type: 'move_item', item_id: item, section_id: section, after_id: null }),
      op({ type: 'move_comment', comment_id: target.id, item_id: item, after_id: null }),
    ]);
    const [taken, gone] = ['This ID is already in use', 'This was removed from the report'];
    expect(answer.results.map((one) => one.refused)).toEqual([taken, taken, taken, gone, gone]);
    expect(findComment(await readFull(owner, report.id), shingles)).toEqual(target);
  });

  test('stores no made-up template comment, nor one of another company', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const { report: foreign } = await createOpenedReport(testApp.create);
    const item_id = report.sections[0]?.items[0]?.id ?? '';
    const own = findComment(report, shingles).template_comment_id;
    const named = [newId(), findComment(foreign, shingles).template_comment_id, own];
    const added = named.map((template_comment_id) => ({
      id: newId(),
      item_id,
      kind: 3 as const,
      name: 'Nest',
      template_comment_id,
    }));
    await saves(
      owner,
      report,
      added.map((comment) => op({ type: 'add_comment', comment })),
    );
    const now = (await readFull(owner, report.id)).sections[0]?.items[0]?.comments ?? [];
    const stored = added.map(({ id }) => now.find((one) => one.id === id)?.template_comment_id);
    expect(stored).toEqual([null, null, own]);
    expect(own).toMatch(/^[\da-f-]{36}$/);
  });

  test('lets technicians edit only their own appointments', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const technician = await testApp.create.member(owner, { type: 'technician' });
    const ops = [op({ type: 'set_rating', item_id: report.sections[0]?.items[0]?.id ?? '', rating: 'IN' })];
    expect((await technician.request(patchReport, { id: report.id, rev: 0, ops })).error?.type).toBe(
      'FORBIDDEN',
    );
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .insertInto('appointment_people')
        .values({
          subscriber_id: w.subscriberId,
          appointment_id: report.appointment.id,
          id: newId(),
          role: 'inspector',
          person_id: technician.id,
          position: 9,
        })
        .execute(),
    );
    expect(await technician.call(patchReport, { id: report.id, rev: 0, ops })).toMatchObject({ rev: 1 });
  });

  test('names the invalid field', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const bad = async (ops: unknown[]) =>
      (await owner.request(patchReport, { id: report.id, rev: 0, ops })).error;
    expect(await bad([{ op_id: 'x', type: 'set_rating', item_id: report.id, rating: null }])).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { 'ops.0.op_id': expect.any(String) },
    });
    expect(await bad([{ op_id: newId(), type: 'explode' }])).toMatchObject({ type: 'BAD_USER_INPUT' });
    const comment = findComment(report, shingles);
    const crossed = await saves(owner, report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { min_cost: 5000 } }),
    ]);
    expect(crossed.results[0]?.refused).toBe('The minimum cost is higher than the maximum');
    expect(crossed.rev).toBe(0);
  });
});
