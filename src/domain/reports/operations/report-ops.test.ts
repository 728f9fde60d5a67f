import { describe, expect, test } from 'vitest';
import { asCents } from '../../base/money.ts';
import { findItem, makeReportContent } from '../report-content-fixture.ts';
import type { ReportContent } from '../reports.ts';
import { fullMessage, reportLimits } from './content-parts.ts';
import { applyOps, type ReportOp } from './report-ops.ts';

const run = (...ops: Omit<ReportOp, 'op_id'>[]) =>
  applyOps(
    makeReportContent(),
    ops.map((op, i) => ({ op_id: `${i}`, ...op }) as ReportOp),
  );
const names = (content: ReportContent, id: string) =>
  [...(findItem(content, id)?.comments ?? [])].sort((a, b) => a.position - b.position).map((c) => c.id);

describe('autosave operations', () => {
  test('accept only ratings of the report', () => {
    const { content, results } = run(
      { type: 'set_rating', item_id: 'flashing', rating: 'IN' } as ReportOp,
      { type: 'set_rating', item_id: 'flashing', rating: 'ZZ' } as ReportOp,
      { type: 'set_rating', item_id: 'gone', rating: null } as ReportOp,
      { type: 'set_rating', item_id: 'covering', rating: null } as ReportOp,
    );
    expect(results.map((r) => r.refused === null)).toEqual([true, false, false, true]);
    expect([findItem(content, 'flashing')?.rating, findItem(content, 'covering')?.rating]).toEqual([
      'IN',
      null,
    ]);
  });

  test('add sections, items and comments up to what a report may hold', () => {
    const content = makeReportContent();
    const [section] = content.sections;
    const counts = [
      content.sections.length,
      content.sections.flatMap((one) => one.items).length,
      content.sections.flatMap((one) => one.items).flatMap((one) => one.comments).length,
    ];
    const numbers = (until: number) => Array.from({ length: until + 1 }, (_, n) => n);
    const added = (ops: object[]) =>
      run(...(ops as Omit<ReportOp, 'op_id'>[])).results.map((one) => one.refused);
    const accepted = (results: (string | null)[]) => results.filter((one) => one === null).length;
    const sections = numbers(reportLimits.sections).map((n) => ({
      type: 'add_section',
      section: { id: `s${n}`, name: 'S' },
      after_id: null,
    }));
    const items = numbers(reportLimits.items).map((n) => ({
      type: 'add_item',
      item: { id: `i${n}`, section_id: section?.id, name: 'I' },
      after_id: null,
    }));
    for (const [results, limit, there] of [
      [added(sections), reportLimits.sections, counts[0]],
      [added(items), reportLimits.items, counts[1]],
    ] as const) {
      expect(accepted(results)).toBe(limit - (there ?? 0));
      expect(results.at(-1)).toBe(fullMessage);
    }
  });

  test('add comments once, at the end, with defaults; change them; remove them', () => {
    const add = {
      type: 'add_comment',
      comment: { id: 'new', item_id: 'covering', kind: 3, name: 'New' },
    } as ReportOp;
    const { content, results } = run(add, add, {
      type: 'update_comment',
      comment_id: 'new',
      changes: { locations: ['North', 'East'], category: undefined },
    } as ReportOp);
    expect(results.every((r) => r.refused === null)).toBe(true);
    expect(names(content, 'covering')).toEqual(['worn', 'type', 'left-out', 'new']);
    expect(findItem(content, 'covering')?.comments.at(-1)).toMatchObject({
      included: true,
      category: 2,
      locations: ['North', 'East'],
      position: 3,
    });
    const removed = run({ type: 'remove_comment', comment_id: 'worn' } as ReportOp).content;
    expect(names(removed, 'covering')).toEqual(['type', 'left-out']);
    expect(findItem(removed, 'covering')?.media.map((m) => m.comment_id)).toEqual([null, null, 'left-out']);
  });

  test('require costs in ascending order', () => {
    const changes = { min_cost_cents: asCents(5), max_cost_cents: asCents(4) };
    const { results } = run({ type: 'update_comment', comment_id: 'worn', changes } as ReportOp);
    expect(results[0]?.refused).toBe('The minimum cost is higher than the maximum');
  });

  test('move comments together with their photos and renumber them', () => {
    const move = {
      type: 'move_comment',
      comment_id: 'worn',
      item_id: 'flashing',
      after_id: null,
    } as ReportOp;
    const { content } = run(move);
    expect(names(content, 'flashing')).toEqual(['worn', 'rust']);
    expect(names(content, 'covering')).toEqual(['type', 'left-out']);
    expect(findItem(content, 'flashing')?.media).toMatchObject([
      { id: 'p1', item_id: 'flashing', position: 0 },
    ]);
    const within = run({
      type: 'move_comment',
      comment_id: 'worn',
      item_id: 'covering',
      after_id: 'type',
    } as ReportOp);
    expect(names(within.content, 'covering')).toEqual(['type', 'worn', 'left-out']);
    const elsewhere = {
      type: 'move_comment',
      comment_id: 'worn',
      item_id: 'gone',
      after_id: null,
    } as ReportOp;
    expect(run(elsewhere).results[0]?.refused).not.toBe(null);
  });

  test('change sections and items', () => {
    const { content, results } = run(
      { type: 'add_section', section: { id: 'pool', name: 'Pool' }, after_id: 'details' } as ReportOp,
      {
        type: 'add_item',
        item: { id: 'shell', section_id: 'pool', name: 'Shell' },
        after_id: null,
      } as ReportOp,
      { type: 'move_item', item_id: 'flashing', section_id: 'pool', after_id: 'shell' } as ReportOp,
      { type: 'move_section', section_id: 'roof', after_id: null } as ReportOp,
      { type: 'update_section', section_id: 'secret', changes: { hidden: false } } as ReportOp,
      { type: 'update_item', item_id: 'shell', changes: { name: 'Pool shell' } } as ReportOp,
      { type: 'remove_item', item_id: 'covering' } as ReportOp,
      { type: 'remove_section', section_id: 'details' } as ReportOp,
      { type: 'remove_section', section_id: 'details' } as ReportOp,
    );
    expect(results.map((r) => r.refused === null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(content.sections.map((s) => [s.id, s.position, s.items.map((i) => i.name)])).toEqual([
      ['roof', 0, []],
      ['pool', 1, ['Pool shell', 'flashing']],
      ['secret', 2, ['x']],
    ]);
    expect(findItem(content, 'flashing')?.section_id).toBe('pool');
  });

  test('change photos', () => {
    const { content, results } = run(
      { type: 'update_media', media_id: 'p2', changes: { caption: 'Ridge', comment_id: 'worn' } } as ReportOp,
      { type: 'update_media', media_id: 'p2', changes: { comment_id: 'rust' } } as ReportOp,
      { type: 'move_media', media_id: 'p2', after_id: null } as ReportOp,
      { type: 'remove_media', media_id: 'p1' } as ReportOp,
    );
    expect(results.map((r) => r.refused === null)).toEqual([true, false, true, true]);
    expect(findItem(content, 'covering')?.media).toMatchObject([
      { id: 'p2', caption: 'Ridge', comment_id: 'worn', position: 0 },
      { id: 'p3', position: 1 },
    ]);
  });

  test('on photos refuse invalid marks and crops, and any of a video', () => {
    const content = makeReportContent();
    const film = findItem(content, 'covering')?.media.find(({ id }) => id === 'p2');
    if (film) film.kind = 'video';
    const mark = { kind: 'text', points: [[0.5, 0.5]], text: 'here' };
    const change = (media_id: string, changes: object) =>
      applyOps(content, [{ op_id: '1', type: 'update_media', media_id, changes } as ReportOp]);
    const refused = (media_id: string, changes: object) => change(media_id, changes).results[0]?.refused;
    expect(refused('p1', { annotations: [{ ...mark, points: [[2, 0]] }] })).toBe(
      'Marks must be on the photo',
    );
    expect(refused('p1', { edit: { rotation: 45, crop: null } })).toBe('Rotation must be 0, 90, 180 or 270');
    expect(refused('p2', { annotations: [mark] })).toBe('Videos can’t be annotated');
    expect(refused('p2', { annotations: [], edit: null, caption: 'Ridge' })).toBeNull();
    const drawn = change('p1', { annotations: [mark], edit: { rotation: 90, crop: null } }).content;
    expect(findItem(drawn, 'covering')?.media.find(({ id }) => id === 'p1')).toMatchObject({
      annotations: [{ ...mark, color: '#e03131', width: 0.006 }],
      edit: { rotation: 90, crop: null },
    });
  });

  test('leave the given content unchanged, and keep the identity of what did not change', () => {
    const before = makeReportContent();
    const copy = structuredClone(before);
    const { content } = applyOps(before, [
      { op_id: '1', type: 'set_rating', item_id: 'flashing', rating: 'IN' },
    ]);
    expect(before).toEqual(copy);
    expect(content.sections[1]).toBe(before.sections[1]);
    expect(content.sections[0]?.items[1]).toBe(before.sections[0]?.items[1]);
  });
});
