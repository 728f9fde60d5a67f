import { createContext, use, useEffect, useMemo, useState } from 'react';
import {
  type CommentChoice,
  choicesFor,
  type LibraryFacts,
  type OtherComment,
} from '#domain/reports/comment-choices.ts';
import type { ReportContent, ReportItem } from '#domain/reports/reports.ts';
import { useRead } from '#web/api.ts';
import { useIsOffline } from '#web/offline/connection.ts';
import { loadCopy } from '#web/offline/offline-store.ts';
import { useUser } from '#web/session.ts';
import { withCostsInCents } from '#wire/costs.ts';
import type { RouteOutput } from '#wire/route.ts';
import { getCommentLibrary, type LibraryComment } from '../../library-contract.ts';
import { libraryKey } from '../work/stored-jobs.ts';

type CommentLibrary = RouteOutput<typeof getCommentLibrary>;

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
  const read = useRead(getCommentLibrary, { id: reportId }, { log: 'comment library not loaded' });
  const stored = useStoredLibrary(reportId);
  const data = read.data ?? stored;
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

/** The library that this device stored with the report, for use without a connection. */
function useStoredLibrary(reportId: string): CommentLibrary | null {
  const { id, subscriber_id } = useUser();
  const isOffline = useIsOffline();
  const [stored, setStored] = useState<CommentLibrary | null>(null);
  useEffect(() => {
    if (!isOffline) return;
    void loadCopy<CommentLibrary>({ id, subscriber_id }, libraryKey(reportId)).then((copy) =>
      setStored(copy?.data ?? null),
    );
  }, [isOffline, id, subscriber_id, reportId]);
  return stored;
}

/** A comment of another template as the domain has it. */
export function otherOf({ template: _, ...comment }: LibraryComment): OtherComment {
  return withCostsInCents(comment) as OtherComment;
}

const empty: ReportContent = { ratings: [], sections: [] };

/** What can be added to an item without searching: its own comments and those of items with the same name elsewhere. */
export function useOwnChoices(item: ReportItem): CommentChoice[] {
  const facts = useLibraryFacts();
  return useMemo(() => choicesFor(empty, item, facts), [item, facts]);
}
