/** A place in the grid: minutes since midnight of its first day, as if every day had 24 hours. */
export type GridMinute = number;

const dayMinutes = 24 * 60;

/** The columns of days, measured once: where a point of the screen lies among them, and where a stretch is to be drawn. */
export interface Grid {
  /** `YYYY-MM-DD` of the first column. */
  readonly first: string;
  /** What scrolls. */
  readonly scroller: HTMLElement;
  /** The day (0 is the first) and the minute of it under a point; null outside of what is seen of the days. */
  readonly at: (x: number, y: number) => { day: number; minute: number } | null;
  /** Where a stretch lies, one box for each day it touches, in pixels within the layer. */
  readonly boxes: (from: GridMinute, to: GridMinute) => Box[];
  /** Covers all days; scrolls with them. */
  readonly layer: HTMLElement;
}

/** From when to when. */
export interface GridRange {
  start: GridMinute;
  end: GridMinute;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The least a box is high, and how far it stays from the lines, as the grid draws its entries. In pixels. */
const leastHeight = 22;
const inset = 4;

/** Measures the columns a board shows and lays an empty layer over them. Null when there are none. */
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
        const height = Math.max(leastHeight, (end - start) * pixel);
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

/** How far beyond its edge a pointer still counts as in the grid, and how near to it the grid begins to scroll, in pixels. */
export const edgePx = 36;

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
