import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findItem, makeReportContent } from '#domain/reports/report-content-fixture.ts';
import { numberContent, type ReportContent, type ReportSection } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { usePhotoDrop } from '../photos/use-photo-drop.ts';
import { renderInEditor } from '../writing/editor-for-tests.tsx';
import { SectionEditor } from './section-editor.tsx';

// Called once by each rendering of an item or comment.
vi.mock('../photos/use-photo-drop.ts', async (real) => {
  const module = await real<typeof import('../photos/use-photo-drop.ts')>();
  return { ...module, usePhotoDrop: vi.fn(module.usePhotoDrop) };
});

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

const roofOf = (content: ReportContent) => content.sections.find(({ id }) => id === 'roof') as ReportSection;
const noop = () => {};

function Section({ content }: { content: ReportContent }) {
  return <SectionEditor section={roofOf(content)} numbers={numberContent(content)} onCopied={noop} />;
}

test('offers another one only of a section that its template repeats', () => {
  const content = makeReportContent();
  const repeatable = {
    ...content,
    sections: content.sections.map((one) => ({ ...one, is_repeatable: one.id === 'roof' })),
  };
  renderInEditor((now) => <Section content={now} />, { content: repeatable });
  expect(screen.getByRole('button', { name: 'Add another roof' })).toBeTruthy();
  cleanup();
  renderInEditor((now) => <Section content={now} />);
  expect(screen.queryByRole('button', { name: 'Add another roof' })).toBeNull();
});

test('a change of one item renders no other item again', async () => {
  const { content } = renderInEditor((now) => <Section content={now} />);
  const rendered = () => new Set(vi.mocked(usePhotoDrop).mock.calls.map(([{ item_id }]) => item_id));
  expect(rendered()).toEqual(new Set(['covering', 'flashing']));
  vi.mocked(usePhotoDrop).mockClear();
  const [rating] = within(screen.getByRole('group', { name: /^Rating for flashing/ })).getAllByRole('button');
  if (rating) fireEvent.click(rating);
  await vi.waitFor(() => expect(rating?.getAttribute('aria-pressed')).toBe('true'));
  expect(findItem(content(), 'flashing')?.rating).toBe(content().ratings[0]?.key);
  expect(rendered()).toEqual(new Set(['flashing']));
});
