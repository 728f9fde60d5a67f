const dayMinutes = 24 * 60;

/** A drag in the lanes. */
export interface LaneDrag {
  /** Returns by how many minutes the entry was moved, in steps; null if nothing is dragged. */
  minutes: () => number | null;
  /** Removes the listeners. */
  stop: () => void;
}

/**
 * Moves a dragged lane entry relative to where it was grabbed. The library puts its start under the pointer: an entry
 * grabbed in the middle would jump by half its length, even if it only changes lanes. Here the library receives the
 * pointer as if it had grabbed the start, for rendering; the actual distance is measured.
 */
export function keepGrabOffset(host: HTMLElement, entries: string, slots: string, step: number): LaneDrag {
  let grip: { inEntry: number; atDay: number } | null = null;
  let moved: number | null = null;
  const start = (event: DragEvent) => {
    const entry = event.target instanceof Element ? event.target.closest(entries) : null;
    const day = dayOf(host, slots);
    moved = null;
    grip = entry &&
      day && {
        inEntry: event.clientX - entry.getBoundingClientRect().left,
        atDay: event.clientX - day.left,
      };
  };
  const carry = (event: DragEvent) => {
    const day = grip && dayOf(host, slots);
    if (!grip || !day) return;
    // The days scroll under the pointer: measured from their start.
    const far = event.clientX - day.left - grip.atDay;
    moved = Math.round(((far / day.width) * dayMinutes) / step) * step;
    Object.defineProperty(event, 'clientX', { value: event.clientX - grip.inEntry });
  };
  const end = () => {
    grip = null;
    moved = null;
  };
  host.addEventListener('dragstart', start, true);
  host.addEventListener('dragover', carry, true);
  host.addEventListener('drop', carry, true);
  host.addEventListener('dragend', end, true);
  return {
    minutes: () => moved,
    stop: () => {
      host.removeEventListener('dragstart', start, true);
      host.removeEventListener('dragover', carry, true);
      host.removeEventListener('drop', carry, true);
      host.removeEventListener('dragend', end, true);
    },
  };
}

/** Returns the area from the first slot to the last, which spans all hours of the day. */
function dayOf(host: HTMLElement, slots: string): { left: number; width: number } | null {
  const row = host.querySelector<HTMLElement>(slots);
  if (!row) return null;
  const { left, width } = row.getBoundingClientRect();
  return { left, width };
}
