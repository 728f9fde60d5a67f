import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeReportContent } from '#domain/reports/report-content-fixture.ts';
import { numberContent, type ReportContent, type ReportSection } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { renderInEditor } from '../writing/editor-for-tests.tsx';
import { RatingButtons } from './rating-buttons.tsx';
import { SectionEditor } from './section-editor.tsx';

vi.mock('./rating-buttons.tsx', () => ({ RatingButtons: vi.fn(() => null) }));
beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

const roofOf = (content: ReportContent) => content.sections.find(({ id }) => id === 'roof') as ReportSection;
const noop = () => {};

function Section({ content }: { content: ReportContent }) {
  const { editor } = useEditorTools();
  return (
    <>
      <SectionEditor section={roofOf(content)} numbers={numberContent(content)} onCopied={noop} />
      <button
        type="button"
        onClick={() => editor.change({ type: 'set_rating', item_id: 'flashing', rating: 'IN' })}
      >
        rate
      </button>
    </>
  );
}

test('a change of one item renders no other item again', () => {
  renderInEditor((content) => <Section content={content} />);
  const rendered = vi.mocked(RatingButtons);
  rendered.mockClear();
  fireEvent.click(screen.getByText('rate'));
  expect([...new Set(rendered.mock.calls.map(([{ item }]) => item.id))]).toEqual(['flashing']);
});

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

test('renames a section in its place; Escape and an empty name change nothing', () => {
  const { content } = renderInEditor((now) => <Section content={now} />);
  const rename = (to: string, key: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^roof|^Roofing/ }));
    const field = screen.getByLabelText('Section name');
    fireEvent.change(field, { target: { value: to } });
    fireEvent.keyDown(field, { key });
    return roofOf(content()).name;
  };
  expect(rename('Nothing', 'Escape')).toBe('roof');
  expect(rename('  ', 'Enter')).toBe('roof');
  expect(rename(' Roofing ', 'Enter')).toBe('Roofing');
});
