import type { LoadedTemplate } from '#domain/templates/template.ts';
import { inverseOf, stillUndoable } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from '#domain/templates/template-ops.ts';
import { ApiFailure } from '#web/client.ts';
import { isRetryable } from '#web/editing/is-retryable.ts';
import { continuesTyping, mergedChange } from './merged-change.ts';
import type {
  RefusedChange,
  SaveAnswer,
  TemplateConflict,
  TemplateEditorState,
  TemplatePorts,
} from './template-editor-types.ts';

/** One step of the user with what takes it back, the last change first. */
interface Step {
  done: TemplateChange[];
  undo: TemplateChange[];
}

const autosaveMs = 800;
const longestPauseMs = 30_000;
const batchSize = 200;
const mostSteps = 200;

/**
 * The state of the template editor. Every change shows at once, is kept on the device, and is sent in order after a
 * short pause. Changes of others are merged; a change of the same field is a conflict for the user. Undo takes back the
 * user's own steps only, and leaves fields that someone else has changed since.
 */
export class TemplateEditor {
  readonly #ports: TemplatePorts;
  readonly #listeners = new Set<() => void>();
  #state: TemplateEditorState | null = null;
  /** The last state confirmed by the server. */
  #base: LoadedTemplate | null = null;
  /** The changes that the server has not confirmed, in order. */
  #queue: TemplateOp[] = [];
  #conflicts: TemplateConflict[] = [];
  /** Sent at least once: no longer merged with later typing, so that a retry is identical. */
  readonly #sent = new Set<string>();
  readonly #undoSteps: Step[] = [];
  readonly #redoSteps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;
  /** The pause before the next attempt, in milliseconds; 0 while the server can be reached. */
  #pause = 0;
  #isBehind = false;
  #isClosed = false;

  constructor(ports: TemplatePorts) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What the screen shows; null until the template is loaded. */
  readonly state = (): TemplateEditorState | null => this.#state;

  /** Loads the template and resumes what an earlier editor of this device has not sent. */
  async open(): Promise<void> {
    const draft = await this.#ports.drafts.open();
    const loaded = await this.#ports.load();
    if (this.#isClosed) return;
    this.#queue = draft.ops;
    this.#conflicts = draft.conflicts;
    // What waits is based on an older state: the server must check whether others changed the same fields since.
    const rev = draft.rev === null ? loaded.rev : Math.min(loaded.rev, draft.rev);
    this.#base = { ...loaded, rev };
    this.#showPending(this.#base);
    if (this.#queue.length > 0) this.#schedule(0);
  }

  /** Makes changes as one step of undo. Returns why the first refused one is refused, or null. */
  change(...changes: TemplateChange[]): string | null {
    const { step, reason } = this.#apply(changes);
    const last = this.#undoSteps.at(-1);
    if (step.done.length > 0) {
      if (last && continuesTyping(last.done, step.done)) last.done = step.done;
      else this.#undoSteps.push(step);
      if (this.#undoSteps.length > mostSteps) this.#undoSteps.shift();
      this.#redoSteps.length = 0;
      this.#publish();
    }
    return reason;
  }

  undo(): void {
    this.#takeBack(this.#undoSteps, this.#redoSteps);
  }

  redo(): void {
    this.#takeBack(this.#redoSteps, this.#undoSteps);
  }

  /** Sends the user's own value of a field that someone else changed too. */
  keepMine(opId: string): void {
    this.#resolve(opId, (op) => [{ ...op, op_id: this.#ports.newId() }]);
  }

  takeTheirs(opId: string): void {
    this.#resolve(opId, () => []);
  }

  /** Stops showing a change that could not be stored. */
  dismiss(opId: string): void {
    this.#publish({ refused: this.#state?.refused.filter(({ op }) => op.op_id !== opId) ?? [] });
  }

  /** Sends everything now and resolves to whether the server has it all. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /** Reads what others changed, unless something waits to be sent, which reads it anyway. */
  async refresh(): Promise<void> {
    if (this.#base && this.#queue.length === 0 && !this.#sending) await this.#reload().catch(() => {});
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#ports.drafts.close();
  }

  #active(): TemplateOp[] {
    const rivals = new Set(this.#conflicts.map(({ op }) => op.op_id));
    return this.#queue.filter((op) => !rivals.has(op.op_id));
  }

  #publish(changes: Partial<TemplateEditorState> = {}): void {
    if (!this.#base) return;
    const isSaved = this.#active().length === 0;
    this.#state = {
      content: this.#base.content,
      refused: [],
      ...this.#state,
      ...changes,
      template: this.#base,
      conflicts: this.#conflicts,
      waiting: this.#queue.length,
      canUndo: this.#undoSteps.length > 0,
      canRedo: this.#redoSteps.length > 0,
      saving: isSaved ? 'saved' : this.#pause > 0 ? 'device' : 'saving',
    };
    for (const listener of this.#listeners) listener();
  }

  #showPending(from: LoadedTemplate): void {
    this.#publish({ content: applyTemplateOps(from.content, this.#active()).content });
  }

  #store(): void {
    if (this.#base)
      this.#ports.drafts.write({ rev: this.#base.rev, ops: this.#queue, conflicts: this.#conflicts });
  }

  /** Applies changes to what is shown and queues them; the step has those that were not refused. */
  #apply(changes: readonly TemplateChange[]): { step: Step; reason: string | null } {
    const step: Step = { done: [], undo: [] };
    if (!this.#state) return { step, reason: null };
    let { content } = this.#state;
    const refused: RefusedChange[] = [];
    for (const made of changes) {
      const op = { ...made, op_id: this.#ports.newId() } as TemplateOp;
      const result = applyTemplateOps(content, [op]);
      const reason = result.results[0]?.refused;
      if (reason) {
        refused.push({ op, reason });
        continue;
      }
      const inverse = inverseOf(content, made);
      if (inverse) step.undo.unshift(inverse);
      step.done.push(made);
      content = result.content;
      this.#enqueue(op);
    }
    this.#store();
    this.#publish({ content, refused: [...this.#state.refused, ...refused] });
    this.#schedule(autosaveMs);
    return { step, reason: refused[0]?.reason ?? null };
  }

  /** Adds a change to the queue. Typing that only continues the last one is merged with it. */
  #enqueue(op: TemplateOp): void {
    const last = this.#queue.at(-1);
    const merged = last && !this.#sent.has(last.op_id) ? mergedChange(last, op) : null;
    this.#queue = merged ? [...this.#queue.slice(0, -1), merged] : [...this.#queue, op];
  }

  #takeBack(from: Step[], to: Step[]): void {
    const step = from.pop();
    if (!step || !this.#state) return;
    let { content } = this.#state;
    const done = step.done.toReversed();
    const changes = step.undo.flatMap((undo, i) => {
      const left = done[i] && stillUndoable(content, done[i], undo);
      if (!left) return [];
      content = applyTemplateOps(content, [{ ...left, op_id: '' } as TemplateOp]).content;
      return [left];
    });
    const back = this.#apply(changes).step;
    if (back.done.length > 0) to.push(back);
    this.#publish();
  }

  #resolve(opId: string, instead: (op: TemplateOp) => TemplateOp[]): void {
    const conflict = this.#conflicts.find(({ op }) => op.op_id === opId);
    if (!conflict || !this.#base) return;
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict);
    this.#queue = [...this.#queue.filter((op) => op.op_id !== opId), ...instead(conflict.op)];
    this.#store();
    this.#showPending(this.#base);
    this.#schedule(0);
  }

  #schedule(inMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.flush(), inMs);
  }

  async #send(): Promise<boolean> {
    while (this.#base && (this.#active().length > 0 || this.#isBehind) && !this.#isClosed) {
      const batch = this.#active().slice(0, batchSize);
      for (const op of batch) this.#sent.add(op.op_id);
      try {
        if (this.#isBehind) await this.#reload();
        if (batch.length > 0) this.#accept(batch, await this.#ports.save(this.#base.rev, batch));
        this.#pause = 0;
      } catch (failure) {
        if (!this.#handleFailure(failure, batch)) return false;
      }
    }
    this.#publish();
    return this.#active().length === 0;
  }

  /** What the server accepted becomes the confirmed state. */
  #accept(batch: readonly TemplateOp[], answer: SaveAnswer): void {
    if (!this.#base) return;
    const reasons = new Map(answer.results.map((result) => [result.op_id, result.refused]));
    const accepted = batch.filter((op) => !reasons.get(op.op_id));
    const { content } = applyTemplateOps(this.#base.content, accepted);
    this.#base = { ...this.#base, content, rev: answer.rev, version: answer.version };
    this.#isBehind ||= answer.behind;
    this.#setAside(batch, (op) => reasons.get(op.op_id) ?? null);
  }

  async #reload(): Promise<void> {
    const before = this.#base?.rev;
    const fresh = await this.#ports.load();
    // Something was saved in the meantime: the answer may be older than our state.
    if (this.#base?.rev !== before) return this.#reload();
    this.#base = fresh;
    this.#isBehind = false;
    this.#store();
    this.#showPending(fresh);
  }

  /** Decides what a failed batch means. Returns whether sending goes on at once. */
  #handleFailure(failure: unknown, batch: readonly TemplateOp[]): boolean {
    if (!(failure instanceof ApiFailure) || isRetryable(failure)) {
      this.#pause = Math.min(longestPauseMs, Math.max(2000, this.#pause * 2));
      this.#publish();
      this.#schedule(this.#pause);
      return false;
    }
    const rivals = failure.type === 'CONFLICT' ? failure.details?.conflicts : undefined;
    if (!Array.isArray(rivals)) {
      this.#setAside(batch, () => failure.message);
      return true;
    }
    const found = (rivals as { op_id: string; by: string; at: string }[]).flatMap(({ op_id, by, at }) => {
      const op = this.#queue.find((each) => each.op_id === op_id);
      return op ? [{ op, by, at }] : [];
    });
    this.#conflicts = [...this.#conflicts, ...found];
    this.#isBehind = true;
    this.#store();
    return true;
  }

  /** Takes changes out of the queue. The words of those with a reason stay on the screen. */
  #setAside(ops: readonly TemplateOp[], reasonOf: (op: TemplateOp) => string | null): void {
    const ids = new Set(ops.map((op) => op.op_id));
    this.#queue = this.#queue.filter((op) => !ids.has(op.op_id));
    this.#store();
    const refused = ops.flatMap((op) => {
      const reason = reasonOf(op);
      return reason !== null && !op.type.startsWith('remove_') ? [{ op, reason }] : [];
    });
    if (!this.#base || !this.#state) return;
    this.#publish({ refused: [...this.#state.refused, ...refused] });
    if (refused.length > 0) this.#showPending(this.#base);
  }
}
