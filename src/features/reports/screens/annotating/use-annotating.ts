import { useState } from 'react';
import { defaultMark, type PhotoMark, type Point } from '#domain/reports/photos/photo-marks.ts';
import type { Size } from '#domain/reports/photos/photo-shapes.ts';
import { type DrawTool, type LineWidth, nearestWidth, storedWidth, type Tool } from './mark-moves.ts';
import type { LookHistory } from './use-look.ts';

/** A mark that is being drawn, moved or typed: `index` is null for a new one. */
export interface Draft {
  index: number | null;
  mark: PhotoMark;
}

/** What the user is doing in the drawing, and what can be done with it. */
export type Annotating = ReturnType<typeof useAnnotating>;

/** The tool and the pen, the selected mark, and the text that is being typed. */
export function useAnnotating(history: LookHistory, original: Size) {
  const { annotations, edit } = history.look;
  const [tool, setTool] = useState<Tool>('arrow');
  const [color, setColor] = useState<string>(defaultMark.color);
  const [width, setWidth] = useState<LineWidth>('medium');
  const [chosen, setSelected] = useState<number | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [typing, setTyping] = useState<Draft | null>(null);
  const selected = chosen !== null && chosen < annotations.length ? chosen : null;
  const current = selected === null ? undefined : annotations[selected];
  const penWidth = storedWidth(width, original, edit);

  const replace = (index: number, mark: PhotoMark) =>
    history.change({ annotations: annotations.map((each, i) => (i === index ? mark : each)) });
  const add = (mark: PhotoMark) => {
    if (history.change({ annotations: [...annotations, mark] })) setSelected(annotations.length);
  };
  const remove = (index: number) => {
    history.change({ annotations: annotations.filter((_, i) => i !== index) });
    setSelected(null);
  };
  /** Stores the typed text; without letters, its mark is removed. */
  const endTyping = () => {
    if (!typing) return;
    const { index, mark } = typing;
    setTyping(null);
    if (!mark.text?.trim()) return void (index !== null && remove(index));
    if (index === null) add(mark);
    else if (mark.text !== annotations[index]?.text) replace(index, mark);
  };
  const select = (index: number | null) => {
    const mark = index === null ? undefined : annotations[index];
    setSelected(index);
    if (typing && typing.index !== index) endTyping();
    if (!mark) return;
    setColor(mark.color);
    setWidth(nearestWidth(mark.width, original, edit));
  };
  return {
    ...{ tool, color, width, selected, current, draft, setDraft, typing, replace, remove, select, endTyping },
    /** All marks, with the one that is being drawn or typed as it is now. */
    shown: withDraft(
      annotations,
      typing && !typing.mark.text ? { ...typing, mark: { ...typing.mark, text: '…' } } : (typing ?? draft),
    ),
    chooseTool(next: Tool) {
      endTyping();
      setTool(next);
      if (next !== 'move') setSelected(null);
    },
    chooseColor(next: string) {
      setColor(next);
      if (typing) setTyping({ ...typing, mark: { ...typing.mark, color: next } });
      else if (selected !== null && current) replace(selected, { ...current, color: next });
    },
    chooseWidth(next: LineWidth) {
      setWidth(next);
      const stored = storedWidth(next, original, edit);
      if (typing) setTyping({ ...typing, mark: { ...typing.mark, width: stored } });
      else if (selected !== null && current) replace(selected, { ...current, width: stored });
    },
    /** A mark of the current pen. */
    penMark: (kind: DrawTool, points: Point[]): PhotoMark => ({ kind, points, color, width: penWidth }),
    /** Adds a drawn mark and selects it; a text is typed first. */
    draw(kind: DrawTool, points: Point[]) {
      const mark: PhotoMark = { kind, points, color, width: penWidth };
      if (kind === 'text') setTyping({ index: null, mark: { ...mark, text: '' } });
      else add(mark);
    },
    editText(index: number) {
      const mark = annotations[index];
      if (mark?.kind === 'text') setTyping({ index, mark });
    },
    type(text: string) {
      if (typing) setTyping({ ...typing, mark: { ...typing.mark, text } });
    },
  };
}

function withDraft(marks: readonly PhotoMark[], draft: Draft | null): PhotoMark[] {
  if (!draft) return [...marks];
  return draft.index === null
    ? [...marks, draft.mark]
    : marks.map((mark, i) => (i === draft.index ? draft.mark : mark));
}
