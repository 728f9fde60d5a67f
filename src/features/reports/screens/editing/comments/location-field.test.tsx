import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findItem } from '#domain/reports/report-content-fixture.ts';
import type { ReportComment, ReportContent } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import { renderInEditor } from '../../writing/editor-for-tests.tsx';
import { CommentPhotos } from '../photos/comment-photos.tsx';
import { LocationField } from './location-field.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

function Fields({ content }: { content: ReportContent }) {
  const { editor } = useEditorTools();
  const item = findItem(content, 'covering');
  const comment = item?.comments.find(({ id }) => id === 'worn') as ReportComment;
  const media = item?.media.filter((photo) => photo.comment_id === comment.id) ?? [];
  return (
    <>
      <LocationField
        comment={comment}
        media={media}
        change={(changes) => editor.change({ type: 'update_comment', comment_id: comment.id, changes })}
      />
      <CommentPhotos comment={comment} media={media} />
    </>
  );
}

test('adds places by one tap or typed, groups photos by place, and says that photos of a removed one stay', async () => {
  const { content } = renderInEditor((now) => <Fields content={now} />);
  const locations = () =>
    findItem(content(), 'covering')?.comments.find(({ id }) => id === 'worn')?.locations;
  fireEvent.click(screen.getByRole('button', { name: 'Front' }));
  const typed = screen.getByLabelText<HTMLInputElement>('Another location');
  fireEvent.change(typed, { target: { value: ' Porch ' } });
  fireEvent.submit(typed);
  expect([locations(), typed.value]).toEqual([['Front', 'Porch'], '']);
  expect(screen.getByRole('region', { name: 'Photos of worn, Porch' })).toBeTruthy();

  const photo = () => findItem(content(), 'covering')?.media.find(({ id }) => id === 'p1');
  fireEvent.click(screen.getByRole('region', { name: 'Photos of worn' }).querySelector('button') as Element);
  fireEvent.click(await screen.findByRole('button', { name: 'Porch', pressed: false }));
  expect(photo()?.location).toBe('Porch');
});
