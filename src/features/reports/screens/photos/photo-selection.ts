import { useState } from 'react';

/** The chosen photos of a list: single ones, or a range from the last one chosen. */
export function usePhotoSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  // Photos that have left the list are no longer chosen.
  const selected = ids.filter((id) => chosen.has(id));
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    /** Chooses or clears one photo, or with `range` all from the last one on. */
    toggle(id: string, range: boolean): void {
      const from = range && anchor !== null ? ids.indexOf(anchor) : -1;
      const to = ids.indexOf(id);
      setAnchor(id);
      if (from < 0) {
        const next = new Set(chosen);
        if (!next.delete(id)) next.add(id);
        setChosen(next);
        return;
      }
      setChosen(new Set([...chosen, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]));
    },
    select: (some: readonly string[]) => setChosen(new Set(some)),
    clear: () => setChosen(new Set()),
  };
}

export type PhotoSelection = ReturnType<typeof usePhotoSelection>;
