import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  type CommentChoice,
  choicesFor,
  type LibraryFacts,
  type OtherComment,
} from '#domain/reports/comment-choices.ts';
import type { ReportContent, ReportItem } from '#domain/reports/reports.ts';
import { useRead } from '#web/api.ts';
import { withCostsInCents } from '#wire/costs.ts';
import { getCommentLibrary, type LibraryComment, searchLibrary } from '../../library-contract.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

const nothing: LibraryFacts = { favorites: new Set(), uses: new Map(), others: [] };
const Facts = createContext<LibraryFacts>(nothing);
/** Gives the parts of the editor what `useLibraryFacts` returns. */
export const LibraryProvider = Facts;

/** The user's favorites, the most used comments and those of other templates, or nothing without a connection. */
export function useLibraryFacts(): LibraryFacts {
  return use(Facts);
}

/** Loads what the library has besides the comments of the report. It stays the same object until it changes. */
export function useLoadedLibrary(reportId: string): LibraryFacts {
  const { data } = useRead(getCommentLibrary, { id: reportId }, { log: 'comment library not loaded' });
  return useMemo(
    () =>
      data
        ? {
            favorites: new Set(data.favorites),
            uses: new Map(data.uses.map(({ id, count }) => [id, count])),
            others: data.comments.map(otherOf),
          }
        : nothing,
    [data],
  );
}

function otherOf({ template: _, ...comment }: LibraryComment): OtherComment {
  return withCostsInCents(comment) as OtherComment;
}

const empty: ReportContent = { ratings: [], sections: [] };

/** What can be added to an item without searching: its own comments and those of items with the same name elsewhere. */
export function useOwnChoices(item: ReportItem): CommentChoice[] {
  const facts = useLibraryFacts();
  return useMemo(() => choicesFor(empty, item, facts), [item, facts]);
}

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
