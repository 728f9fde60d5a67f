import type { TemplateContent } from '#domain/templates/template.ts';
import { meet } from '#domain/templates/template-op-facts.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';
import { mergedChange } from './merged-change.ts';
import type {
  Batch,
  PendingChange,
  RefusedChange,
  SaveAnswer,
  TemplateConflict,
  TemplateDraft,
} from './template-editor-types.ts';

const batchSize = 200;
const mostOwn = 1000;

/** The changes of one editor that the server has not confirmed, in order, each with the state its author knew. */
export class WaitingChanges {
  #queue: PendingChange[] = [];
  #conflicts: readonly TemplateConflict[] = [];
  #refused: readonly RefusedChange[] = [];
  /** Confirmed changes that are newer than what some waiting change was made on: they are no changes of others. */
  #own: { op_id: string; rev: number }[] = [];
  /** Sent at least once: no longer merged with later typing, so that a retry is identical. */
  readonly #sent = new Set<string>();
  /** How many changes are sent at once; less after a batch that was refused as a whole. */
  #limit = batchSize;

  /** Continues with what an earlier editor left, given the newest state there is. */
  resume(draft: TemplateDraft, rev: number): void {
    this.#queue = draft.ops.map((each) => ({ op: each.op, rev: Math.min(each.rev, rev) }));
    this.#conflicts = draft.conflicts;
    this.#refused = draft.refused;
    this.#own = draft.own;
  }

  draft(): TemplateDraft {
    const [conflicts, refused] = [[...this.#conflicts], [...this.#refused]];
    return { ops: this.#queue, own: this.#own, conflicts, refused };
  }

  get conflicts(): readonly TemplateConflict[] {
    return this.#conflicts;
  }

  get refused(): readonly RefusedChange[] {
    return this.#refused;
  }

  ops(): TemplateOp[] {
    return this.#queue.map(({ op }) => op);
  }

  /** What can be sent: everything but the changes for which the user has to choose. */
  active(): TemplateOp[] {
    return this.#active().map(({ op }) => op);
  }

  /**
   * Adds a change that the user made on a state with `seen`. Typing that only continues the last change is merged with
   * it. A change on top of another waiting one counts as made on the same state: that one hid what others wrote since.
   */
  add(op: TemplateOp, seen: number, content: TemplateContent): void {
    const last = this.#queue.at(-1);
    const merged = last && !this.#sent.has(last.op.op_id) ? mergedChange(last.op, op) : null;
    if (last && merged) {
      this.#queue = [...this.#queue.slice(0, -1), { op: merged, rev: last.rev }];
      return;
    }
    const below = this.#active().filter((each) => each.rev < seen && meet(content, op, each.op));
    this.#queue = [...this.#queue, { op, rev: Math.min(seen, ...below.map((each) => each.rev)) }];
  }

  /** The next changes that were made on the same state. */
  next(): Batch {
    const active = this.#active();
    const rev = active[0]?.rev ?? 0;
    const end = active.findIndex((each) => each.rev !== rev);
    const ops = active.slice(0, Math.min(this.#limit, end < 0 ? active.length : end)).map(({ op }) => op);
    for (const op of ops) this.#sent.add(op.op_id);
    return { rev, ops, own: this.#own.slice(-mostOwn).map(({ op_id }) => op_id) };
  }

  /** Takes out a batch that the server answered. */
  confirm({ ops, rev }: Batch, answer: SaveAnswer, refused: readonly RefusedChange[]): void {
    this.#limit = Math.min(batchSize, this.#limit * 2);
    this.takeOut(ops, refused);
    // No one else has changed anything since: what waits is as good as made on the new state.
    if (!answer.behind)
      this.#queue = this.#queue.map((each) => (each.rev < rev ? each : { ...each, rev: answer.rev }));
    const oldest = Math.min(...this.#queue.map((each) => each.rev));
    const own = [...this.#own, ...ops.map(({ op_id }) => ({ op_id, rev: answer.rev }))];
    this.#own = own.filter((each) => each.rev > oldest);
  }

  /** Takes the wrong changes out of a batch that was refused as a whole; if none is known, sends half as many at once. */
  setAside({ ops }: Batch, wrong: readonly RefusedChange[]): void {
    if (wrong.length === 0) this.#limit = Math.ceil(ops.length / 2);
    this.takeOut(
      wrong.map(({ op }) => op),
      wrong,
    );
  }

  /** Takes changes out of the queue; the words of refused ones are kept until they are dismissed. */
  takeOut(ops: readonly TemplateOp[], refused: readonly RefusedChange[]): void {
    const ids = new Set(ops.map((op) => op.op_id));
    this.#queue = this.#queue.filter(({ op }) => !ids.has(op.op_id));
    this.refuse(refused);
  }

  refuse(refused: readonly RefusedChange[]): void {
    this.#refused = [...this.#refused, ...refused.filter(({ op }) => !op.type.startsWith('remove_'))];
  }

  dismiss(opId: string): void {
    this.#refused = this.#refused.filter(({ op }) => op.op_id !== opId);
  }

  /** Leaves the choice between these changes and those of others to the user. */
  hold(conflicts: readonly TemplateConflict[]): void {
    this.#conflicts = [...this.#conflicts, ...conflicts];
  }

  /** Ends a conflict and takes the user's change out; null if there is none. */
  release(opId: string): TemplateOp | null {
    const conflict = this.#conflicts.find(({ op }) => op.op_id === opId);
    if (!conflict) return null;
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict);
    this.takeOut([conflict.op], []);
    return conflict.op;
  }

  #active(): PendingChange[] {
    const rivals = new Set(this.#conflicts.map(({ op }) => op.op_id));
    return this.#queue.filter(({ op }) => !rivals.has(op.op_id));
  }
}
