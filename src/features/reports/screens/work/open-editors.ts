import { ApiFailure } from '#web/client/api-failure.ts';
import { warnBeforeUnload } from '#web/editing/warn-before-unload.ts';
import { isInBrowser } from '#web/navigation/page-address.ts';
import { session } from '#web/session.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import {
  type BrowserDraftStore,
  type DraftStore,
  openBrowserDraftStore,
  reportDisplayName,
} from './draft-store.ts';
import type { Editor, EditorState } from './editor-types.ts';
import { newEditor } from './new-editor.ts';
import { withStoredCopies } from './stored-jobs.ts';
import { clearUnsentWork, releaseUnsentWork, reportUnsentWork } from './unsent-work.ts';

export interface Person {
  id: string;
  subscriber_id: string;
}

interface Ports {
  drafts(person: Person): DraftStore & Pick<BrowserDraftStore, 'close'>;
  newEditor(reportId: string, drafts: DraftStore): Editor;
}

interface OpenEditor {
  reportId: string;
  person: Person;
  editor: Editor;
  opened: Promise<void>;
  isOpening: boolean;
  /** The number of pages that show it. */
  pages: number;
  /** The number of file preparations in progress; these files are not on the device yet. */
  preparations: number;
  /** Called once nothing is being sent any more. */
  waiters: (() => void)[];
  close(): void;
}

/** The editors of a window, by user and report. */
interface Editors {
  readonly ports: Ports;
  readonly entries: Map<string, OpenEditor>;
}

/**
 * Manages the editors of this window, one per report. An editor stays open while a page shows it, and afterwards until
 * the server has everything that can be sent without the user: leaving a page does not stop uploads. What needs a
 * decision of the user stays on the device.
 */
export function createOpenEditors(ports: Ports) {
  const editors: Editors = { ports, entries: new Map() };
  const all = () => [...editors.entries.values()];
  return {
    /** Opens a report for a page, or joins its open editor. Call `leave` when the page unmounts. */
    join: (reportId: string, person: Person) => join(editors, reportId, person),
    /**
     * Sends the pending changes of a report without a page. Resolves once nothing is being sent any more; to false if
     * the report could not be loaded and should be retried.
     */
    send: (reportId: string, person: Person) => send(editors, reportId, person),
    /**
     * Keeps an editor open while files are prepared for it, even after its page is left. Call the returned function
     * when done.
     */
    holdOpen(editor: Editor): () => void {
      const one = all().find((each) => each.editor === editor);
      if (!one) return () => {};
      one.preparations += 1;
      const done = one.editor.prepare();
      return () => {
        one.preparations -= 1;
        done();
        changed(editors, one);
      };
    },
    /** Whether closing the window now would lose work. */
    isAtRisk: () => all().some((one) => one.preparations > 0 || !isStored(one)),
    flush(): void {
      for (const one of all()) if (!one.isOpening) void one.editor.flush();
    },
    /**
     * Closes the editors of all other users; their work stays on the device for them. If the session was lost, an
     * editor with something that the device could not store waits for its user.
     */
    keepOnly(personId: string | null, isLost = false): void {
      const waits = (one: OpenEditor) => isLost && personId === null && !isStored(one);
      const others = all().filter((one) => one.person.id !== personId && !waits(one));
      for (const one of others) end(editors, one);
      if (others.length > 0) clearUnsentWork();
    },
  };
}

const keyOf = (reportId: string, person: Person) => `${person.id} ${reportId}`;
const isCurrent = ({ entries }: Editors, one: OpenEditor) =>
  entries.get(keyOf(one.reportId, one.person)) === one;

function begin(editors: Editors, reportId: string, person: Person): OpenEditor {
  const stored = editors.ports.drafts(person);
  const editor = editors.ports.newEditor(reportId, stored);
  const one: OpenEditor = {
    pages: 0,
    preparations: 0,
    isOpening: true,
    reportId,
    person,
    editor,
    opened: editor.open(),
    waiters: [],
    close() {
      editor.close();
      stored.close();
    },
  };
  editors.entries.set(keyOf(reportId, person), one);
  editor.subscribe(() => changed(editors, one));
  one.opened.then(
    () => {
      one.isOpening = false;
      changed(editors, one);
    },
    () => end(editors, one),
  );
  return one;
}

function changed(editors: Editors, one: OpenEditor): void {
  if (!isCurrent(editors, one)) return;
  reportWork(one);
  if (isResting(one)) for (const resolve of one.waiters.splice(0)) resolve();
  // Delayed: one step may start the next, and fields commit their last text after the page has unmounted.
  setTimeout(() => {
    if (isCurrent(editors, one) && !isNeeded(one)) end(editors, one);
  });
}

function end(editors: Editors, one: OpenEditor): void {
  one.close();
  if (!isCurrent(editors, one)) return;
  editors.entries.delete(keyOf(one.reportId, one.person));
  releaseUnsentWork(one.reportId);
  for (const resolve of one.waiters.splice(0)) resolve();
}

function join(editors: Editors, reportId: string, person: Person) {
  const before = editors.entries.get(keyOf(reportId, person));
  const one = before ?? begin(editors, reportId, person);
  one.pages += 1;
  reportWork(one);
  // Loads what others have changed since the page was left.
  if (before && !before.isOpening) void one.editor.sync();
  let isIn = true;
  return {
    editor: one.editor,
    opened: one.opened,
    leave() {
      if (isIn) leave(editors, one);
      isIn = false;
    },
  };
}

function leave(editors: Editors, one: OpenEditor): void {
  one.pages -= 1;
  setTimeout(() => {
    if (!isCurrent(editors, one)) return;
    if (!one.isOpening) void one.editor.flush();
    changed(editors, one);
  });
}

async function send(editors: Editors, reportId: string, person: Person): Promise<boolean> {
  const one = editors.entries.get(keyOf(reportId, person)) ?? begin(editors, reportId, person);
  try {
    await one.opened;
  } catch (error) {
    return !(error instanceof ApiFailure && isRetryable(error));
  }
  if (isCurrent(editors, one) && !isResting(one))
    await new Promise<void>((resolve) => one.waiters.push(resolve));
  return true;
}

function reportWork({ reportId, pages, editor }: OpenEditor): void {
  const state = editor.state();
  if (!state && pages === 0) return;
  const count = state && pages === 0 ? notThere(state) : 0;
  reportUnsentWork({ report_id: reportId, name: state ? reportDisplayName(state.report) : '', count });
}

function notThere({ waiting, refused, photos }: EditorState): number {
  return waiting + refused.length + photos.filter((photo) => photo.state === 'refused').length;
}

/** Whether something is sent without the user, now or once back online. */
function isMoving({ waiting, conflicts, photos, stopped }: EditorState): boolean {
  if (stopped) return false;
  const stuck = photos.filter((photo) => photo.state === 'failed' && photo.reason !== null);
  return waiting > conflicts.length + stuck.length;
}

function isResting({ editor }: OpenEditor): boolean {
  const state = editor.state();
  return state !== null && (state.saving === 'device' || !isMoving(state));
}

function isNeeded(one: OpenEditor): boolean {
  const { isOpening, pages, preparations, editor } = one;
  const state = editor.state();
  if (isOpening || pages > 0 || preparations > 0 || !state) return true;
  return isMoving(state) || !isStored(one);
}

/** Whether everything that the server does not have is on the device. */
function isStored({ editor }: OpenEditor): boolean {
  return (editor.state()?.device ?? 'stored') === 'stored';
}

/** The editors of this window. */
export const openEditors = createOpenEditors({
  drafts: (person) => withStoredCopies(openBrowserDraftStore(person.subscriber_id, person.id), person),
  newEditor,
});

session.subscribe(() => openEditors.keepOnly(session.state().user?.id ?? null, !session.hasLeft()));

if (isInBrowser) {
  // Pending changes are already on the device; this only sends them sooner.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') openEditors.flush();
  });
  warnBeforeUnload(() => openEditors.isAtRisk());
}
