import type { LoadedTemplate } from '#domain/templates/template.ts';
import { inverseOf } from '#domain/templates/template-op-facts.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from '#domain/templates/template-ops.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { isRetryable } from '#web/editing/is-retryable.ts';
import { conflictsIn, isFinal, refusedOps, wrongOps } from '#web/editing/save-answers.ts';
import { leftToUndo, type Step, UndoSteps } from '#web/editing/undo-steps.ts';
import type {
  Batch,
  RefusedChange,
  SaveAnswer,
  TemplateEditorState,
  TemplatePorts,
} from './template-editor-types.ts';
import { undoRules } from './undo-rules.ts';
import { WaitingChanges } from './waiting-changes.ts';

const autosaveMs = 800;
const longestPauseMs = 30_000;

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
  /** The newest state with all changes of others that the user sees. */
  #seen = 0;
  readonly #waiting = new WaitingChanges();
  readonly #steps = new UndoSteps<TemplateChange>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | null = null;
  /** The pause before the next attempt, in milliseconds; 0 while the server can be reached. */
  #pause = 0;
  #isBehind = false;
  /** Whether the device has what waits. */
  #kept: 'device' | 'unstored' = 'device';
  /** The template is gone, or no longer this user's to edit: nothing more is sent. */
  #isStopped = false;
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
    this.#waiting.resume(draft, loaded.rev);
    this.#base = loaded;
    this.#seen = loaded.rev;
    this.#showPending(this.#base);
    if (this.#waiting.ops().length > 0) this.#schedule(0);
  }

  /** Makes changes as one step of undo. Returns why the first refused one is refused, or null. */
  change(...changes: TemplateChange[]): string | null {
    const { step, reason } = this.#apply(changes);
    if (step.length > 0) {
      this.#steps.record(step);
      this.#publish();
    }
    return reason;
  }

  undo(): void {
    this.#takeBack(this.#steps.done, this.#steps.undone);
  }

  redo(): void {
    this.#takeBack(this.#steps.undone, this.#steps.done);
  }

  /** Sends the user's own value of a field that someone else changed too. */
  keepMine(opId: string): void {
    this.#resolve(opId, (op) => ({ ...op, op_id: this.#ports.newId() }));
  }

  takeTheirs(opId: string): void {
    this.#resolve(opId, () => null);
  }

  /** Stops showing a change that could not be stored. */
  dismiss(opId: string): void {
    this.#waiting.dismiss(opId);
    this.#store();
    this.#publish();
  }

  /** Sends everything now and resolves to whether the server has it all. */
  flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  /**
   * Reads what others changed, unless something waits to be sent, which reads it anyway. An editor that had stopped goes
   * on if the template can be read again.
   */
  async refresh(): Promise<void> {
    const isBusy = this.#sending || (this.#waiting.ops().length > 0 && !this.#isStopped);
    if (!this.#base || this.#isClosed || isBusy) return;
    try {
      await this.#reload();
      this.#schedule(0);
    } catch (failure) {
      if (isFinal(failure)) this.#stop();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#ports.drafts.close();
  }

  #publish(changes: Partial<TemplateEditorState> = {}): void {
    if (!this.#base) return;
    const isSaved = this.#waiting.active().length === 0;
    this.#state = {
      content: this.#base.content,
      ...this.#state,
      ...changes,
      template: this.#base,
      conflicts: this.#waiting.conflicts,
      refused: this.#waiting.refused,
      stopped: this.#isStopped ? this.#waiting.ops() : null,
      waiting: this.#waiting.ops().length,
      canUndo: this.#steps.done.length > 0,
      canRedo: this.#steps.undone.length > 0,
      saving: isSaved ? 'saved' : this.#pause > 0 || this.#isStopped ? this.#kept : 'saving',
    };
    for (const listener of this.#listeners) listener();
  }

  #showPending(from: LoadedTemplate): void {
    this.#publish({ content: applyTemplateOps(from.content, this.#waiting.active()).content });
  }

  #store(): void {
    this.#kept = this.#ports.drafts.write(this.#waiting.draft()) ? 'device' : 'unstored';
  }

  /** Applies changes to what is shown and queues them; the step has those that were not refused. */
  #apply(changes: readonly TemplateChange[]): {
    step: Step<TemplateChange>;
    reason: string | null;
  } {
    const step: Step<TemplateChange> = [];
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
      if (inverse) step.push({ done: made, undo: [inverse] });
      this.#waiting.add(op, this.#seen, content);
      content = result.content;
    }
    this.#waiting.refuse(refused);
    this.#store();
    this.#publish({ content });
    this.#schedule(autosaveMs);
    return { step, reason: refused[0]?.reason ?? null };
  }

  #takeBack(from: Step<TemplateChange>[], to: Step<TemplateChange>[]): void {
    const step = from.pop();
    if (!step || !this.#state) return;
    const back = this.#apply(leftToUndo(this.#state.content, step, undoRules)).step;
    if (back.length > 0) to.push(back);
    this.#publish();
  }

  #resolve(opId: string, instead: (op: TemplateOp) => TemplateOp | null): void {
    const mine = this.#waiting.release(opId);
    if (!mine || !this.#base) return;
    const next = instead(mine);
    if (next) this.#waiting.add(next, this.#seen, this.#base.content);
    this.#store();
    this.#showPending(this.#base);
    this.#schedule(0);
  }

  #schedule(inMs: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed && !this.#isStopped) this.#timer = setTimeout(() => void this.flush(), inMs);
  }

  async #send(): Promise<boolean> {
    while (this.#canSend() && (this.#waiting.active().length > 0 || this.#isBehind)) {
      let batch: Batch | null = null;
      try {
        if (this.#isBehind) await this.#reload();
        if (!this.#canSend()) continue;
        batch = this.#waiting.next();
        if (batch.ops.length > 0) this.#accept(batch, await this.#ports.save(batch));
        this.#pause = 0;
      } catch (failure) {
        if (!this.#handleFailure(failure, batch)) return false;
      }
    }
    this.#publish();
    return this.#waiting.active().length === 0;
  }

  #canSend(): boolean {
    return this.#base !== null && !this.#isClosed && !this.#isStopped;
  }

  /** What the server accepted becomes the confirmed state. */
  #accept(batch: Batch, answer: SaveAnswer): void {
    if (!this.#base) return;
    const refused = refusedOps(batch.ops, answer);
    const accepted = batch.ops.filter((op) => !refused.some((each) => each.op === op));
    const { content } = applyTemplateOps(this.#base.content, accepted);
    this.#base = { ...this.#base, content, rev: answer.rev, version: answer.version };
    // What others changed is seen only once it is loaded.
    if (answer.behind) this.#isBehind = true;
    else this.#seen = answer.rev;
    this.#waiting.confirm(batch, answer, refused);
    this.#show(refused.length > 0);
  }

  async #reload(): Promise<void> {
    const before = this.#base?.rev;
    const fresh = await this.#ports.load();
    // Something was saved in the meantime: the answer may be older than our state.
    if (this.#base?.rev !== before) return this.#reload();
    this.#base = fresh;
    this.#seen = fresh.rev;
    this.#isBehind = false;
    this.#isStopped = false;
    this.#store();
    this.#showPending(fresh);
  }

  /** Decides what a failed batch means. Returns whether sending goes on at once. */
  #handleFailure(failure: unknown, batch: Batch | null): boolean {
    if (!(failure instanceof ApiFailure) || isRetryable(failure)) {
      this.#pause = Math.min(longestPauseMs, Math.max(2000, this.#pause * 2));
      this.#store();
      this.#ports.keepsOnDevice?.();
      this.#publish();
      this.#schedule(this.#pause);
      return false;
    }
    if (!batch || isFinal(failure)) {
      this.#stop();
      return false;
    }
    const found = conflictsIn(failure, this.#waiting.ops());
    if (found.length > 0) {
      this.#waiting.hold(found);
      this.#isBehind = true;
      this.#show(true);
      return true;
    }
    this.#waiting.setAside(batch, wrongOps(batch.ops, failure));
    this.#show(true);
    return true;
  }

  #stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#publish();
  }

  /** Stores and shows the outcome of a batch; refused and conflicting changes are no longer in the content. */
  #show(isChanged: boolean): void {
    this.#store();
    if (isChanged && this.#base) this.#showPending(this.#base);
    else this.#publish();
  }
}
