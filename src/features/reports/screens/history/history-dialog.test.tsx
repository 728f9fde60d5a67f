import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import { HistoryDialog } from './history-dialog.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('offers to restore earlier values, not the one that the comment has now', async () => {
  const fields = [{ name: 'max_cost_cents', before: 80_000, after: 120_000 }];
  const entry = { op_id: 'o', at: '2026-11-26T08:00:00Z', by: 'Dana', how: 'changed', refused: null, fields };
  const pageInfo = { total: 1, endCursor: null, hasNextPage: false };
  const data = { pageData: [entry], pageInfo };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data, error: null }));
  const comment = { id: 'c', name: 'Roof', max_cost_cents: 120_000 };
  const content = { ratings: [], sections: [{ items: [{ id: 'i', comments: [comment] }] }] };
  const change = vi.fn(() => null);
  const tools = {
    reportId: 'r',
    editor: { state: () => ({ content }), change },
    settings: { categories: [], currency: 1 },
    ratings: [],
    canEdit: true,
    timezone: 'America/New_York',
  } as unknown as EditorTools;
  render(
    <Providers queries={createQueryClient()}>
      <EditorToolsProvider value={tools}>
        <HistoryDialog part={{ what: 'comment', id: 'c', name: 'Roof' }} onClose={() => {}} />
      </EditorToolsProvider>
    </Providers>,
  );
  await screen.findByText('$1,200.00');
  const [restore, ...others] = screen.getAllByRole('button', { name: /^Restore/ });
  expect(others).toEqual([]);
  if (restore) fireEvent.click(restore);
  expect(change).toHaveBeenCalledWith({
    type: 'update_comment',
    comment_id: 'c',
    changes: { max_cost_cents: 80_000 },
  });
});
