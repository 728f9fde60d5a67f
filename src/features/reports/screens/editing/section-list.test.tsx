import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sortByPosition } from '#domain/base/ordered.ts';
import { makeReportContent } from '#domain/reports/report-content-fixture.ts';
import { numberContent } from '#domain/reports/reports.ts';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { SectionList } from './section-list.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

test('numbers the sections as readers see them: hidden ones have no number', () => {
  const content = makeReportContent();
  const sections = sortByPosition(content.sections);
  render(
    <Providers queries={createQueryClient()}>
      <SectionList sections={sections} numbers={numberContent(content)} current="" onChoose={() => {}} />
    </Providers>,
  );
  const shown = screen.getAllByRole('button').map((button) => button.firstElementChild?.textContent);
  let next = 0;
  expect(sections.some((section) => section.hidden)).toBe(true);
  expect(shown).toEqual(sections.map((section) => (section.hidden ? '' : `${++next}`)));
});
