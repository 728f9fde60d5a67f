/** Where the focus stands in a list, and what is around it should it vanish. */
interface Place {
  control: HTMLElement;
  /** Which of its row's controls it is. */
  nth: number;
  row: Element;
  /** The row and its neighbours, in order. */
  rows: Element[];
  /** What holds the list and stays when the last row goes. */
  home: Element;
  /** From `home` outwards, each with its number among its neighbours: where to look should `home` itself vanish. */
  way: { element: Element; at: number }[];
  /** The page's address: with another one the page itself was left. */
  path: string;
  /** It was blocked while something was sent: it comes back. */
  wasBlocked: boolean;
}

const rowOf = '[data-row], li, tbody > tr';
const homeOf = '[data-rows], section, [role="dialog"]';
const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]';
/** Opened from a row and standing elsewhere in the page: being in one is not leaving the row. */
const aside = '[role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Keeps the focus in a list when a row of it vanishes under it: it goes to the same control of the next row, else of the one
 * before, else to the heading of the list; of a list that goes as a whole to the heading that has come into its place. Rows
 * are list items, table rows and whatever is marked `data-row`; a list that stands in no section is marked `data-rows`. Begun
 * once, by the shell; what it gives ends it.
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
    // A click beside everything takes the focus away on purpose.
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
  return { control: target, nth, row, rows, home, way: wayOut(home), path, wasBlocked: false };
}

function isAside(target: EventTarget | null, place: Place | null): boolean {
  const found = target instanceof Element ? target.closest(aside) : null;
  return found !== null && place !== null && !found.contains(place.row);
}

/** After every change of the page: is the focus lost, and where does it go? Gives the place to watch from here on. */
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
    focusBeside(place);
    return null;
  }
  const next = instead(place) ?? drawnAnew(place);
  if (next) next.focus();
  else focusHeading(home);
  return next ? placeOf(next) : null;
}

/** The same control of the row itself (drawn anew), of those after it, then of those before it. */
function instead({ row, rows, nth }: Place): HTMLElement | undefined {
  const at = rows.indexOf(row);
  const inOrder = [row, ...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  for (const one of inOrder) {
    const controls = one.isConnected ? controlsOf(one) : [];
    const found = controls[nth] ?? controls.at(-1);
    if (found) return found;
  }
  return undefined;
}

/** The list as a whole was replaced: the control that is called the same. */
function drawnAnew({ control, home }: Place): HTMLElement | undefined {
  return controlsOf(home).find((one) => nameOf(one) === nameOf(control));
}

/** From an element up to the dialog it stands in, or to the body. */
function wayOut(home: Element): Place['way'] {
  const way: Place['way'] = [];
  for (let element = home; element !== document.body; ) {
    const parent = element.parentElement;
    if (!parent || element.matches('[role="dialog"]')) break;
    way.push({ element, at: [...parent.children].indexOf(element) });
    element = parent;
  }
  return way;
}

/** The list went with its heading: to what has moved up into its place, else to what is last, else further out. */
function focusBeside({ way, path }: Place): void {
  const gone = way.findLast(({ element }) => !element.isConnected);
  const parent = way.find(({ element }) => element.isConnected)?.element;
  if (!gone || !parent || window.location.pathname !== path) return;
  // A tab was left, and whoever opened the next one says where to go on.
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

/** Headings are no stops of the keyboard: this one is until the focus goes on. */
export function focusTemporarily(heading: HTMLElement, options?: FocusOptions): void {
  heading.tabIndex = -1;
  heading.addEventListener('blur', () => heading.removeAttribute('tabindex'), { once: true });
  heading.focus(options);
}
