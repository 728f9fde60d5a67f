/** The position of the focus in a list, and its surroundings in case it is removed. */
interface Place {
  control: HTMLElement;
  /** The index of the control in its row. */
  nth: number;
  row: Element;
  /** The row and its siblings, in order. */
  rows: Element[];
  /** The container of the list that remains when the last row is removed. */
  home: Element;
  /** From `home` outwards, each with its index among its siblings: where to continue if `home` itself is removed. */
  way: { element: Element; at: number }[];
  /** The address of the page: if it changed, the page itself was left. */
  path: string;
  /** The control was disabled during a request and will be enabled again. */
  wasBlocked: boolean;
}

const rowOf = '[data-row], li, tbody > tr';
const homeOf = '[data-rows], section, [role="dialog"]';
const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';
/** Opened from a row but elsewhere in the page: focus inside one does not count as leaving the row. */
const aside = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Preserves the focus in a list when its row is removed: it moves to the same control of the next row, else of the
 * previous one, else to the heading of the list; if the whole list is removed, to the heading that took its place. Rows
 * are list items, table rows and elements marked `data-row`; a list outside of a section is marked `data-rows`. Called
 * once, by the shell; the returned function stops it.
 */
export function preserveFocus(): () => void {
  let place: Place | null = null;
  const watcher = new MutationObserver(() => {
    if (place) place = settle(place);
  });
  const noteFocus = ({ target }: Event) => {
    place = placeOf(target) ?? (isAside(target, place) ? place : null);
    watcher.disconnect();
    if (!place) return;
    watcher.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
  };
  const notePointer = ({ target }: Event) => {
    // A click elsewhere moves the focus away on purpose.
    if (place && !(target instanceof Node && place.row.contains(target)) && !isAside(target, place))
      place = null;
  };
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('pointerdown', notePointer);
  return () => {
    watcher.disconnect();
    document.removeEventListener('focusin', noteFocus);
    document.removeEventListener('pointerdown', notePointer);
  };
}

function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const row = target.closest(rowOf);
  const home = row?.parentElement?.closest(homeOf);
  if (!row || !home) return null;
  const rows = [...(row.parentElement?.children ?? [])].filter((one) => one.matches(rowOf));
  const nth = controlsOf(row).indexOf(target);
  const path = window.location.pathname;
  return { control: target, nth, row, rows, home, way: ancestorsOf(home), path, wasBlocked: false };
}

function isAside(target: EventTarget | null, place: Place | null): boolean {
  const found = target instanceof Element ? target.closest(aside) : null;
  return found !== null && place !== null && !found.contains(place.row);
}

/** Runs after every change of the page: if the focus is lost, moves it. Returns the position to watch from now on. */
function settle(place: Place): Place | null {
  const { control, home } = place;
  const isBlocked = control.matches(':disabled');
  const now = { ...place, wasBlocked: place.wasBlocked || isBlocked };
  const isLost = document.activeElement === null || document.activeElement === document.body;
  if (!isLost) return now;
  if (control.isConnected) {
    if (!now.wasBlocked || isBlocked) return now;
    control.focus();
    return placeOf(control);
  }
  if (!home.isConnected) {
    focusNearbyHeading(place);
    return null;
  }
  const next = findReplacement(place) ?? findInReplacedList(place);
  if (next) next.focus();
  else focusHeading(home);
  return next ? placeOf(next) : null;
}

/** Returns the same control in the row itself (re-rendered), in the following rows, then in the preceding ones. */
function findReplacement({ row, rows, nth }: Place): HTMLElement | undefined {
  const at = rows.indexOf(row);
  const inOrder = [row, ...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  for (const one of inOrder) {
    const controls = one.isConnected ? controlsOf(one) : [];
    const found = controls[nth] ?? controls.at(-1);
    if (found) return found;
  }
  return undefined;
}

/** The whole list was replaced: returns the control with the same name. */
function findInReplacedList({ control, home }: Place): HTMLElement | undefined {
  return controlsOf(home).find((one) => nameOf(one) === nameOf(control));
}

/** Returns the elements from this one up to its dialog, or to the body. */
function ancestorsOf(home: Element): Place['way'] {
  const way: Place['way'] = [];
  for (let element = home; element !== document.body; ) {
    const parent = element.parentElement;
    if (!parent || element.matches('[role="dialog"]')) break;
    way.push({ element, at: [...parent.children].indexOf(element) });
    element = parent;
  }
  return way;
}

/** The list was removed with its heading: focuses what took its place, else the last element, else further out. */
function focusNearbyHeading({ way, path }: Place): void {
  const gone = way.findLast(({ element }) => !element.isConnected);
  const parent = way.find(({ element }) => element.isConnected)?.element;
  if (!gone || !parent || window.location.pathname !== path) return;
  // A tab was left, and the new one places the focus.
  if (parent.closest('[hidden]')) return;
  const others = [...parent.children];
  const inOrder = [...others.slice(gone.at), ...others.slice(0, gone.at).reverse()];
  const near = inOrder.map((one) => headingOf(one)).find((one) => one !== null);
  if (near) focusTemporarily(near);
  else focusHeading(parent);
}

const headings = 'h1, h2, h3, h4';

const nameOf = (control: HTMLElement) => control.getAttribute('aria-label') ?? control.textContent;

function controlsOf(row: Element): HTMLElement[] {
  const inside = [...row.querySelectorAll<HTMLElement>(focusable)];
  const all = row instanceof HTMLElement && row.matches(focusable) ? [row, ...inside] : inside;
  return all.filter((one) => !one.matches(':disabled'));
}

function focusHeading(home: Element): void {
  for (let around: Element | null = home; around; around = around.parentElement) {
    const heading = headingOf(around);
    if (!heading) continue;
    focusTemporarily(heading);
    return;
  }
}

function headingOf(element: Element): HTMLElement | null {
  if (element instanceof HTMLElement && element.matches(headings)) return element;
  return element.querySelector<HTMLElement>(headings);
}

/** Makes a heading focusable until it loses the focus. */
export function focusTemporarily(heading: HTMLElement, options?: FocusOptions): void {
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  heading.focus(options);
}
