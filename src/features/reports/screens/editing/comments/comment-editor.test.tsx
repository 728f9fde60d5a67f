import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findItem, makeReportContent } from '#domain/reports/report-content-fixture.ts';
import type { ReportItem } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { renderInEditor } from '../../writing/editor-for-tests.tsx';
import { CommentEditor } from './comment-editor.tsx';

beforeEach(async () => {
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

type Media = ReportItem['media'][number];

/** The text of the closed comment with these photos and videos. */
async function closedText(media: readonly Media[]) {
  const { comments } = findItem(makeReportContent(), 'covering') as ReportItem;
  const comment = comments.find(({ id }) => id === 'worn') as ReportItem['comments'][number];
  renderInEditor(() => (
    <CommentEditor comment={comment} media={media} before={null} after={undefined} startsOpen={false} />
  ));
  const region = await screen.findByRole('region', { name: comment.name });
  return region.querySelector('[aria-controls="panel-worn"]')?.textContent ?? '';
}

const photo = findItem(makeReportContent(), 'covering')?.media[0] as Media;

test('a closed comment says how many photos are in it, videos apart', async () => {
  const media: Media[] = [photo, { ...photo, id: 'second' }, { ...photo, id: 'video', kind: 'video' }];
  expect(await closedText(media)).toMatch(/2 photos$/);
});

test('a closed comment without photos names none', async () => {
  expect(await closedText([])).not.toMatch(/photo|^$/);
});
