import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyOps, type CommentChanges } from '#domain/reports/operations/report-ops.ts';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { EditorState } from '../work/editor-types.ts';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import { EditorNotices } from './editor-notices.tsx';

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(async () => {
  await act(() => changeLanguage('en'));
  cleanup();
});

test('shows a local refusal in the current language, with everything that was written', async () => {
  const changes = {
    name: 'Roof',
    text: fromPlainText('leaks'),
    answer: { from: 1.5, to: 2 },
    min_cost_cents: 300_050,
    max_cost_cents: 200_000,
  } as CommentChanges;
  const op = { op_id: 'o', type: 'update_comment' as const, comment_id: 'c', changes };
  const content = { ratings: [], sections: [] };
  // The domain's message for a removed comment.
  const reason = applyOps(content, [op]).results[0]?.refused ?? '';
  const costs = { op: { ...op, op_id: 'p' }, reason: 'The minimum cost is higher than the maximum' };
  const known = { op: { ...op, op_id: 'q' }, reason: 'Höchstens 200 Zeichen' };
  const state = {
    conflicts: [],
    refused: [{ op, reason }, costs, known],
    photos: [],
    content,
  } as unknown as EditorState;
  await changeLanguage('de');
  await loadMessages('reports');
  render(
    <Providers queries={createQueryClient()}>
      <EditorToolsProvider value={{} as EditorTools}>
        <EditorNotices state={state} />
      </EditorToolsProvider>
    </Providers>,
  );
  await screen.findByText('Dieser Eintrag wurde aus dem Bericht entfernt');
  screen.getByText('Die Mindestkosten liegen über den Höchstkosten');
  screen.getByText('Höchstens 200 Zeichen');
  expect(screen.getAllByText('“Roof · 1,5–2 · leaks · 3000,5–2000”')).toHaveLength(3);
});
