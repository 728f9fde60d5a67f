import { useState } from 'react';
import { useUndoKeys } from '#web/editing/use-undo-keys.ts';
import { ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import type { TemplateEditorState } from '../work/template-editor-types.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './editor.module.css';
import { EditorColumns } from './editor-columns.tsx';
import { EditorHead } from './editor-head.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { SearchResults } from './search-results.tsx';
import { SelectionProvider, useSelectionState } from './selection.ts';
import { EditorToolsProvider, useTemplateEditor } from './use-template-editor.ts';

/** The editor of a template: sections, their items and comments, saved as they are typed. */
export function TemplateEditorPage({ template_id }: { template_id: string }) {
  const { tools, state, failure, retry } = useTemplateEditor(template_id);
  useUndoKeys(tools?.editor);
  usePageTitle(state?.content.name ?? '');
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (!tools || !state) return <PageSkeleton />;
  return (
    <EditorToolsProvider value={tools}>
      <Editor state={state} />
    </EditorToolsProvider>
  );
}

function Editor({ state }: { state: TemplateEditorState }) {
  const [search, setSearch] = useState('');
  const selection = useSelectionState(state.content);
  return (
    <SelectionProvider value={selection}>
      <article className={classes.editor}>
        <EditorHead state={state} search={search} onSearch={setSearch} />
        <EditorNotices state={state} />
        {search.trim() === '' ? (
          <EditorColumns content={state.content} />
        ) : (
          <SearchResults content={state.content} search={search} onOpen={() => setSearch('')} />
        )}
        <BulkBar content={state.content} />
      </article>
    </SelectionProvider>
  );
}
