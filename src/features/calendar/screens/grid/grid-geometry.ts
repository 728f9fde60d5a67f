/** A position in the grid: minutes since midnight of its first day, as if every day had 24 hours. */
export type GridMinute = number;

const dayMinutes = 24 * 60;

/** The day columns, measured once: maps screen positions to days and time ranges to boxes. */
export interface Grid {
  /** The date of the first column as `YYYY-MM-DD`. */
  readonly first: string;
  /** The scrolling element. */
  readonly scroller: HTMLElement;
  /** Returns the day (0 is the first) and its minute at a point; null outside the visible days. */
  readonly at: (x: number, y: number) => { day: number; minute: number } | null;
  /** Returns the boxes of a time range, one for each day it touches, in pixels within the layer. */
  readonly boxes: (from: GridMinute, to: GridMinute) => Box[];
  /** Covers all days; scrolls with them. */
  readonly layer: HTMLElement;
}

/** A time range in the grid. */
export interface GridRange {
  start: GridMinute;
  end: GridMinute;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Minimum height of a box and its distance from the lines, in pixels, matching the grid's entries. */
const minHeight = 22;
const inset = 4;

/** Measures the columns of a board and adds an empty layer on top of them. Returns null without columns. */
export function measureGrid(board: HTMLElement, layerClass: string): Grid | null {
  const lanes = [...board.querySelectorAll<HTMLElement>('.calendar-lane[data-date]')];
  const first = lanes[0]?.dataset.date;
  const holder = lanes[0]?.parentElement?.parentElement;
  if (!first || !holder) return null;
  const scroller = scrollerOf(holder);
  const layer = document.createElement('div');
  layer.className = layerClass;
  layer.setAttribute('aria-hidden', 'true');
  holder.append(layer);
  const own = layer.getBoundingClientRect();
  const columns = lanes.map((lane) => {
    const { left, top, width, height } = lane.getBoundingClientRect();
    return { left: left - own.left, top: top - own.top, width, height };
  });
  const seen = scroller.getBoundingClientRect();
  const scrolled = scroller.scrollTop;
  return {
    first,
    scroller,
    layer,
    at(x, y) {
      const last = columns.at(-1);
      const [left, top] = [x - own.left, y - own.top + (scroller.scrollTop - scrolled)];
      const isSeen = y >= seen.top - edgePx && y <= seen.bottom + edgePx;
      if (!last || !isSeen || left < 0 || left > last.left + last.width) return null;
      const day = columns.findLastIndex((column) => column.left <= left);
      const column = columns[Math.max(0, day)] ?? last;
      return { day: Math.max(0, day), minute: ((top - column.top) / column.height) * dayMinutes };
    },
    boxes(from, to) {
      return columns.flatMap((column, day) => {
        const start = Math.max(from - day * dayMinutes, 0);
        const end = Math.min(to - day * dayMinutes, dayMinutes);
        if (end <= start) return [];
        const pixel = column.height / dayMinutes;
        const height = Math.max(minHeight, (end - start) * pixel);
        return [
          {
            left: column.left + inset,
            top: column.top + start * pixel,
            width: column.width - 2 * inset,
            height,
          },
        ];
      });
    },
  };
}

/**
 * How far outside its edge the pointer still counts as in the grid, and how close to the edge it scrolls, in pixels.
 */
export const edgePx = 36;

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
