import { expect, test } from 'vitest';
import { applyOps } from './operations/report-ops.ts';
import { nextMissing, progressOfReport, sectionProgress } from './progress.ts';
import { missingParts } from './publishing.ts';
import { findItem, makeComment, makeReportContent } from './report-content-fixture.ts';

function half() {
  const content = makeReportContent();
  findItem(content, 'flashing')?.comments.push(
    makeComment('asked', 'flashing', { kind: 1, text: null, is_required: true, answer: null }),
  );
  return content;
}

test('counts ratings and required answers of what is in the report', () => {
  const content = half();
  const roof = content.sections.find(({ id }) => id === 'roof');
  expect(roof && sectionProgress(roof)).toEqual({ done: 1, total: 3 });
  const hidden = content.sections.find((section) => section.hidden);
  expect(hidden && sectionProgress(hidden)).toEqual({ done: 0, total: 0 });
  expect(progressOfReport(content)).toEqual({ done: 1, total: 3 });
});

test('follows a change of one section', () => {
  const content = half();
  progressOfReport(content);
  const { content: next } = applyOps(content, [
    { op_id: '1', type: 'set_rating', item_id: 'flashing', rating: 'IN' },
    { op_id: '2', type: 'update_comment', comment_id: 'asked', changes: { answer: 'Copper' } },
  ]);
  expect(progressOfReport(next)).toEqual({ done: 3, total: 3 });
  expect(progressOfReport(content)).toEqual({ done: 1, total: 3 });
});

test('the next missing part is the first after a place, and the first of all after the last', () => {
  const content = half();
  findItem(content, 'covering')?.comments.push(
    makeComment('first', 'covering', { kind: 1, text: null, is_required: true, answer: null }),
  );
  const missing = missingParts(content);
  expect(missing.map(({ item, comment }) => [item, comment])).toEqual([
    ['covering', 'first'],
    ['flashing', null],
    ['flashing', 'asked'],
  ]);
  const after = (section_id: string, item_id: string | null) =>
    nextMissing(missing, content, { section_id, item_id })?.item_id;
  expect(after('details', null)).toBe('covering');
  expect(after('roof', 'covering')).toBe('flashing');
  expect(after('roof', 'flashing')).toBe('covering');
  expect(nextMissing([], content, { section_id: 'roof', item_id: null })).toBeNull();
});
