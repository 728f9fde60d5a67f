import { createContext, use, useMemo, useState } from 'react';
import { commentsOf, type TemplateContent } from '#domain/templates/template.ts';

/** The comments chosen for a change of many at once. */
interface Selection {
  isSelecting: boolean;
  ids: ReadonlySet<string>;
  setSelecting: (is: boolean) => void;
  toggle: (ids: readonly string[], isOn: boolean) => void;
}

const Context = createContext<Selection | null>(null);
export const SelectionProvider = Context;

/** The selection of the surrounding editor. Throws outside of one. */
export function useSelection(): Selection {
  const selection = use(Context);
  if (!selection) throw new Error('outside of the template editor');
  return selection;
}

/** The state of the selection. Comments that someone removed are no longer chosen. */
export function useSelectionState(content: TemplateContent): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isSelecting, setSelecting] = useState(false);
  return useMemo(() => {
    const present = new Set(commentsOf(content).map((comment) => comment.id));
    return {
      isSelecting,
      ids: new Set([...chosen].filter((id) => present.has(id))),
      setSelecting: (is) => {
        setSelecting(is);
        if (!is) setChosen(new Set());
      },
      toggle: (ids, isOn) =>
        setChosen((before) => {
          const next = new Set(before);
          for (const id of ids)
            if (isOn) next.add(id);
            else next.delete(id);
          return next;
        }),
    };
  }, [content, chosen, isSelecting]);
}
