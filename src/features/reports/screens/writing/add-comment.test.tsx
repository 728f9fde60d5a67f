import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findItem, makeComment, makeReportContent } from '#domain/reports/report-content-fixture.ts';
import type { ReportItem } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { AddComment } from './add-comment.tsx';
import { renderInEditor } from './editor-for-tests.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
  // The company’s other templates can’t be reached.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function start() {
  const content = makeReportContent();
  const item = findItem(content, 'flashing') as ReportItem;
  const library = (id: string, name: string) =>
    makeComment(id, 'flashing', { name, included: false, template_comment_id: `t-${id}` });
  item.comments.push(library('loose', 'Flashing loose'), library('sealed', 'Not sealed'));
  const added: string[] = [];
  const editor = renderInEditor(
    (now) => <AddComment item={findItem(now, 'flashing') as ReportItem} onAdded={(id) => added.push(id)} />,
    { content, library: { favorites: new Set(['t-sealed']), uses: new Map([['t-loose', 3]]) } },
  );
  const field = screen.getByLabelText<HTMLInputElement>('Add a comment to flashing');
  return { ...editor, added, field };
}

test('offers favorites and the most used comments, each added by one tap', () => {
  const { ops, added } = start();
  const quick = screen.getByRole('group', { name: 'Quick comments for flashing' });
  expect([...quick.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
    'Not sealed',
    'Flashing loose',
  ]);
  fireEvent.click(screen.getByText('Flashing loose'));
  expect(ops).toMatchObject([{ type: 'update_comment', comment_id: 'loose', changes: { included: true } }]);
  expect(added).toEqual(['loose']);
  expect(quick.querySelectorAll('button')).toHaveLength(1);
});

test('adds the first comment found on Enter, and moves through the others by arrow keys', async () => {
  const { ops, field } = start();
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: 'seal' } });
  await vi.waitFor(() => expect(document.querySelectorAll('[data-choice]')).toHaveLength(4));
  const choices = [...document.querySelectorAll<HTMLElement>('[data-choice]')];
  expect(choices.map((choice) => choice.textContent)).toEqual([
    'Not sealedDeficiency',
    'Deficiency',
    'Limitation',
    'Information',
  ]);
  field.focus();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(choices[0]);
  fireEvent.keyDown(choices[0] as HTMLElement, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(ops).toMatchObject([{ type: 'update_comment', comment_id: 'sealed' }]);
  expect(field.value).toBe('');
});

test('writes a new comment on Enter if nothing is found, of the kind chosen otherwise', async () => {
  const { ops, content, field } = start();
  fireEvent.change(field, { target: { value: ' Bird nest ' } });
  await vi.waitFor(() => expect(document.querySelectorAll('[data-choice]')).toHaveLength(3));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(ops[0]).toMatchObject({ type: 'add_comment', comment: { kind: 3, name: 'Bird nest' } });
  fireEvent.change(field, { target: { value: 'Not reached' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Limitation' }));
  const made = findItem(content(), 'flashing')?.comments.slice(-2);
  expect(made?.map(({ name, kind, included }) => [name, kind, included])).toEqual([
    ['Bird nest', 3, true],
    ['Not reached', 2, true],
  ]);
});

test('closes on Escape without adding anything', () => {
  const { ops, field } = start();
  field.focus();
  fireEvent.change(field, { target: { value: 'seal' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect([field.value, ops.length, document.querySelector('[data-choice]')]).toEqual(['', 0, null]);
});
