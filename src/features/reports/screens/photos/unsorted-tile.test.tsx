import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import type { PhotoSelection } from './photo-selection.ts';
import type { UnsortedRow } from './unsorted-rows.ts';
import { UnsortedTile } from './unsorted-tile.tsx';

beforeEach(async () => {
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

const tools = { timezone: 'America/New_York', inspectedAt: '2030-03-02T14:00:00Z' } as EditorTools;
const selection = { isSelected: () => false, selected: [] } as unknown as PhotoSelection;

test.each([
  ['the time alone', 'on the day of the inspection', '2030-03-02T15:04:00Z', 'Photo taken 10:04 AM'],
  ['the date too', 'the evening before', '2030-03-02T02:30:00Z', 'Photo taken Mar 1, 2030 9:30 PM'],
  ['neither', 'at an unknown time', null, /Photo/],
])('shows %s of a photo taken %s', (_shown, _when, taken_at, label) => {
  const row = {
    id: 'm1',
    taken_at,
    time_source: 'camera',
    media: null,
    waiting: null,
  } as unknown as UnsortedRow;
  render(
    <Providers queries={createQueryClient()}>
      <EditorToolsProvider value={tools}>
        <UnsortedTile row={row} selection={selection} />
      </EditorToolsProvider>
    </Providers>,
  );
  const found = screen.getByRole('button').getAttribute('aria-label');
  expect(found).toMatch(label);
  if (taken_at === null) expect(found).not.toMatch(/\d/);
});
