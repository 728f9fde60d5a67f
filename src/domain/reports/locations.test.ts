import { describe, expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import { groupByLocation } from './locations.ts';
import { inverseOf } from './operations/report-op-facts.ts';
import { applyOps, type ReportOp } from './operations/report-ops.ts';
import { findItem, makeComment, makeReportContent } from './report-content-fixture.ts';
import { summarizeFindings } from './report-summary.ts';
import type { ReportContent } from './reports.ts';

const run = (content: ReportContent, ...ops: object[]) =>
  applyOps(
    content,
    ops.map((op, i) => ({ op_id: `${i}`, ...op }) as ReportOp),
  );
const photosOf = (content: ReportContent) =>
  (findItem(content, 'covering')?.media ?? []).map(({ id, location }) => [id, location]);
const inPlaces = () =>
  run(
    makeReportContent(),
    { type: 'update_comment', comment_id: 'worn', changes: { locations: ['Front', 'Rear', 'Garage'] } },
    { type: 'update_media', media_id: 'p1', changes: { location: 'Rear' } },
  ).content;

describe('one defect in several locations', () => {
  test('is listed and its cost is counted once in the summary', () => {
    const costs = { min_cost_cents: asCents(100), max_cost_cents: asCents(200) };
    const op = { type: 'update_comment', comment_id: 'worn', changes: costs };
    const findings = (findItem(run(inPlaces(), op).content, 'covering')?.comments ?? [])
      .filter(({ included, kind }) => included && kind === 3)
      .map((comment) => ({ ...comment, in_summary: true }));
    const severity = { category: 3, name: 'Safety', color: '#c00', in_summary: true };
    const summary = summarizeFindings(findings, [severity]);
    expect(summary.groups.map(({ listed }) => listed.map(({ locations }) => locations))).toEqual([
      [['Front', 'Rear', 'Garage']],
    ]);
    expect(summary.costs).toEqual({ min: 100, max: 200 });
  });

  test('keeps each location once, without blanks', () => {
    const { content } = run(makeReportContent(), {
      type: 'update_comment',
      comment_id: 'worn',
      changes: { locations: ['Front', ' Front ', '', 'Rear'] },
    });
    expect(findItem(content, 'covering')?.comments.find(({ id }) => id === 'worn')?.locations).toEqual([
      'Front',
      'Rear',
    ]);
  });

  test('has photos only in its own locations', () => {
    const { content, results } = run(
      inPlaces(),
      { type: 'update_media', media_id: 'p1', changes: { location: 'Attic' } },
      { type: 'update_media', media_id: 'p2', changes: { location: 'Front' } },
    );
    expect(results.map(({ refused }) => refused)).toEqual([
      'This comment doesn’t have that location',
      'This comment doesn’t have that location',
    ]);
    expect(photosOf(content)).toContainEqual(['p1', 'Rear']);
  });

  test('keeps the photos of a location that is removed', () => {
    const { content } = run(inPlaces(), {
      type: 'update_comment',
      comment_id: 'worn',
      changes: { locations: ['Front', 'Garage'] },
    });
    expect(photosOf(content)).toContainEqual(['p1', undefined]);
    expect(findItem(content, 'covering')?.media[0]?.comment_id).toBe('worn');
  });

  test.each([
    { type: 'remove_comment', comment_id: 'worn' },
    { type: 'update_media', media_id: 'p1', changes: { comment_id: null } },
    { type: 'update_media', media_id: 'p1', changes: { location: null } },
  ])('leaves no location on a photo that lost its comment or location: $type', (op) => {
    expect(photosOf(run(inPlaces(), op).content)).toContainEqual(['p1', undefined]);
  });

  test('gives a photo its location back when the removal of the location is undone', () => {
    const content = inPlaces();
    const changes = { locations: ['Front'] };
    const change = { type: 'update_comment' as const, comment_id: 'worn', changes };
    const undo = inverseOf(content, change);
    const { content: after, results } = run(run(content, change).content, ...undo);
    expect(results.map(({ refused }) => refused)).toEqual([null, null]);
    expect(photosOf(after)).toContainEqual(['p1', 'Rear']);
    const first = {
      type: 'update_media',
      media_id: 'p3',
      changes: { caption: 'x', location: null },
    } as const;
    expect(run(content, first, ...inverseOf(content, first)).results.map(({ refused }) => refused)).toEqual([
      null,
      null,
    ]);
  });

  test('takes its photos and their locations along to another item', () => {
    const op = { type: 'move_comment', comment_id: 'worn', item_id: 'flashing', after_id: null };
    const { content } = run(inPlaces(), op);
    expect(findItem(content, 'flashing')?.media.map(({ location }) => location)).toEqual(['Rear']);
  });

  test('leaves a comment without the field of older drafts as it was', () => {
    const old = { ...makeComment('old', 'flashing'), locations: ['Front'] };
    const photos: { id: string; location?: string }[] = [{ id: 'p' }];
    expect(groupByLocation(old.locations, photos)).toEqual([{ location: null, photos }]);
  });
});

test('groups photos by location in the order of the comment, first those without', () => {
  const photos = [
    { id: '1', location: 'Rear' },
    { id: '2' },
    { id: '3', location: 'Front' },
    { id: '4', location: 'Gone' },
  ];
  const groups = groupByLocation(['Front', 'Rear', 'Garage'], photos);
  expect(groups.map(({ location, photos: own }) => [location, own.map(({ id }) => id)])).toEqual([
    [null, ['2', '4']],
    ['Front', ['3']],
    ['Rear', ['1']],
  ]);
});
