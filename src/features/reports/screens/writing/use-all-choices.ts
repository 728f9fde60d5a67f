import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type CommentChoice, choicesFor } from '#domain/reports/comment-choices.ts';
import type { ReportContent, ReportItem } from '#domain/reports/reports.ts';
import { useRead } from '#web/api.ts';
import { searchLibrary } from '../../library-contract.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { otherOf, useLibraryFacts } from './use-library.ts';

const empty: ReportContent = { ratings: [], sections: [] };

/** What can be added to an item, from everywhere. Loaded comments are searched on the device, others at the server. */
export function useAllChoices(item: ReportItem, search: string, reportId: string): CommentChoice[] {
  const { editor } = useEditorTools();
  const facts = useLibraryFacts();
  const content = useSyncExternalStore(editor.subscribe, () => editor.state()?.content ?? empty);
  const rested = useRested(search.trim());
  const { data } = useRead(
    searchLibrary,
    { id: reportId, search: rested, item: item.name },
    { enabled: rested.length > 1, keep: true },
  );
  return useMemo(() => {
    const known = new Set(facts.others.map(({ id }) => id));
    const found = (data?.comments ?? []).filter(({ id }) => !known.has(id)).map(otherOf);
    return choicesFor(content, item, { ...facts, others: [...facts.others, ...found] });
  }, [content, item, facts, data]);
}

/** A text after a short pause in typing. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
