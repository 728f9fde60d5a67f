import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { LibraryFacts } from '#domain/reports/comment-choices.ts';
import { applyOps, type ReportOp } from '#domain/reports/operations/report-ops.ts';
import { makeReportContent } from '#domain/reports/report-content-fixture.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { createQueryClient } from '#web/api.ts';
import { Providers } from '#web/providers.tsx';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import { LibraryProvider } from './use-library.ts';

/** Renders a part of the report editor with an editor that only changes its content; `draw` sees the current one. */
export function renderInEditor(
  draw: (content: ReportContent) => ReactNode,
  options: { content?: ReportContent; library?: Partial<LibraryFacts> } = {},
) {
  let content = options.content ?? makeReportContent();
  const ops: ReportOp[] = [];
  const listeners = new Set<() => void>();
  const tools = {
    reportId: 'report',
    editor: {
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      state: () => ({ content, photos: [] }),
      change(made: object) {
        const op = { op_id: `${ops.length}`, ...made } as ReportOp;
        const applied = applyOps(content, [op]);
        ops.push(op);
        content = applied.content;
        for (const listener of listeners) listener();
        screen.rerender(tree());
        return applied.results[0]?.refused ?? null;
      },
    },
    settings: { location_tags: ['Front', 'Rear'], categories: [], recommendations: [], cost_estimator: true },
    ratings: content.ratings,
    canEdit: true,
    canAddToTemplate: true,
    pictureUrl: () => '',
  } as unknown as EditorTools;
  const library: LibraryFacts = { favorites: new Set(), uses: new Map(), others: [], ...options.library };
  const queries = createQueryClient();
  const tree = () => (
    <Providers queries={queries}>
      <EditorToolsProvider value={tools}>
        <LibraryProvider value={library}>{draw(content)}</LibraryProvider>
      </EditorToolsProvider>
    </Providers>
  );
  const screen = render(tree());
  return { ops, content: () => content };
}
