const dayMinutes = 24 * 60;

/** A drag in the lanes, as the hand makes it. */
export interface LaneDrag {
  /** How many minutes further the entry was carried, in steps; null when nothing is dragged. */
  minutes: () => number | null;
  /** Takes the listening away again. */
  stop: () => void;
}

/**
 * Lets an entry of the lanes be carried by the place where it was taken hold of. The library puts its beginning under the
 * pointer: an entry taken by its middle would leap by half its length, also when it is only given to another lane. Here the
 * library is told the pointer as if it had taken hold of the beginning, for what it draws; how far it went is measured.
 */
export function keepGrabOffset(host: HTMLElement, entries: string, slots: string, step: number): LaneDrag {
  let grip: { inEntry: number; atDay: number } | null = null;
  let went: number | null = null;
  const start = (event: DragEvent) => {
    const entry = event.target instanceof Element ? event.target.closest(entries) : null;
    const day = dayOf(host, slots);
    went = null;
    grip = entry &&
      day && {
        inEntry: event.clientX - entry.getBoundingClientRect().left,
        atDay: event.clientX - day.left,
      };
  };
  const carry = (event: DragEvent) => {
    const day = grip && dayOf(host, slots);
    if (!grip || !day) return;
    // The days scroll under the pointer: measured from their beginning.
    const far = event.clientX - day.left - grip.atDay;
    went = Math.round(((far / day.width) * dayMinutes) / step) * step;
    Object.defineProperty(event, 'clientX', { value: event.clientX - grip.inEntry });
  };
  const end = () => {
    grip = null;
    went = null;
  };
  host.addEventListener('dragstart', start, true);
  host.addEventListener('dragover', carry, true);
  host.addEventListener('drop', carry, true);
  host.addEventListener('dragend', end, true);
  return {
    minutes: () => went,
    stop: () => {
      host.removeEventListener('dragstart', start, true);
      host.removeEventListener('dragover', carry, true);
      host.removeEventListener('drop', carry, true);
      host.removeEventListener('dragend', end, true);
    },
  };
}

/** From the first slot to the last, which are all hours of the day. */
function dayOf(host: HTMLElement, slots: string): { left: number; width: number } | null {
  const row = host.querySelector<HTMLElement>(slots);
  if (!row) return null;
  const { left, width } = row.getBoundingClientRect();
  return { left, width };
}
