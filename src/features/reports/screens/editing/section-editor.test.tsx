import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeReportContent } from '#domain/reports/report-content-fixture.ts';
import { numberContent, type ReportContent, type ReportSection } from '#domain/reports/reports.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { renderInEditor } from '../writing/editor-for-tests.tsx';
import { SectionEditor } from './section-editor.tsx';

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
