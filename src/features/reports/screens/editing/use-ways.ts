import { useCallback, useMemo, useRef, useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import { nextMissing, type ReportPlace } from '#domain/reports/progress.ts';
import { missingParts } from '#domain/reports/publishing.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { unsortedId } from '../photos/unsorted-entry.tsx';
import type { EditorState } from '../work/editor-types.ts';
import { focusedItemId, focusItem } from '../writing/use-writing-keys.ts';

/** How long dialogs take to close and return the focus. */
const closingMs = 350;

/** The ways around the report: to a section, to a place in it, to what is missing. */
export function useWays(state: EditorState, onLeave: () => void) {
  const { content } = state;
  const [isListOpen, setListOpen] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const closeList = useCallback(() => setListOpen(false), []);
  const current = useCurrentSection(state, closeList);
  const { section, choose } = current;
  const missing = useMemo(() => missingParts(content), [content]);
  const jump = (place: ReportPlace) => {
    const isCovered = document.querySelector('[role=dialog]') !== null;
    onLeave();
    closeList();
    if (current.isUnsorted || place.section_id !== section?.id) choose(place.section_id);
    focusSoon(place, isCovered ? closingMs : 0);
  };
  const toNextMissing = () => {
    const from = { section_id: section?.id ?? '', item_id: focusedItemId() };
    const next = nextMissing(missing, content, from);
    if (next) jump(next);
  };
  const toSearch = () => {
    // At once: what is typed next belongs to the search.
    if (searchField.current) {
      searchField.current.focus();
      return;
    }
    setListOpen(true);
    setTimeout(() => searchField.current?.focus(), closingMs);
  };
  const openList = () => setListOpen(true);
  return {
    ...current,
    ...{ missing, jump, toNextMissing, toSearch, searchField, isListOpen, openList, closeList },
  };
}

/** Focuses a place as soon as its section has rendered. */
function focusSoon({ item_id, comment_id }: ReportPlace, delay: number): void {
  if (item_id === null) return;
  setTimeout(() => {
    if (!focusItem(item_id, comment_id)) setTimeout(() => focusItem(item_id, comment_id), 200);
  }, delay);
}

/** The section named in the URL, or the first one, and a function to show another one. */
function useCurrentSection({ content }: EditorState, onChosen: () => void) {
  const [{ section: requestedId }, changeUrl] = useUrlState({ section: '' });
  const sections = useMemo(() => sortByPosition(content.sections), [content.sections]);
  const isUnsorted = requestedId === unsortedId;
  // The unsorted photos keep the section that was open before: photos often belong there.
  const last = useRef('');
  if (!isUnsorted) last.current = requestedId;
  const at = Math.max(
    0,
    sections.findIndex((section) => section.id === last.current),
  );
  const latest = useRef(onChosen);
  latest.current = onChosen;
  const choose = useCallback(
    (id: string | undefined) => {
      if (!id) return;
      changeUrl({ section: id });
      latest.current();
      window.scrollTo(0, 0);
    },
    [changeUrl],
  );
  return { sections, at, section: sections[at], isUnsorted, choose };
}
