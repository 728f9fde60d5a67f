import { within } from '../../../../web/editing/device-database.ts';
import type { FullReport } from '../../contract.ts';
import type { ConfirmedOp, DraftStore, PendingOp } from './draft-store.ts';

/** Whether the device has everything, is still storing something, or could not store something. */
export type DeviceState = 'stored' | 'storing' | 'failed';

/** The words that one editor stores on its device. Nothing here rejects: what was not stored is noted and tried again. */
export interface DeviceSaves {
  saveReport(report: FullReport, own: readonly ConfirmedOp[]): void;
  putOps(ops: readonly PendingOp[]): void;
  dropOps(ids: readonly string[]): void;
  state(): DeviceState;
  /** Stores again what could not be stored. */
  retry(): void;
  close(): void;
}

/** A change that is not on the device yet, as last changed. */
interface Unstored {
  value: PendingOp;
  attempt: number;
  hasFailed: boolean;
}

const firstPauseMs = 2000;
const longestPauseMs = 30_000;

/** Stores the changes that an editor has not sent, and knows which of them are really on the device. */
export function createDeviceSaves(drafts: DraftStore, changed: () => void): DeviceSaves {
  const unstored = new Map<string, Unstored>();
  let attempts = 0;
  let pause = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Only the newest write of a change says that it is stored; any write says that it is not. */
  async function put(ops: readonly PendingOp[]): Promise<void> {
    const attempt = ++attempts;
    for (const value of ops) {
      const hasFailed = unstored.get(value.op.op_id)?.hasFailed ?? false;
      unstored.set(value.op.op_id, { value, attempt, hasFailed });
    }
    const current = () => [...unstored.values()].filter((each) => each.attempt === attempt);
    const isDone = drafts.putOps(ops).then(() => {
      // Also if the answer is late.
      for (const { value } of current()) unstored.delete(value.op.op_id);
      pause = 0;
      changed();
    });
    try {
      await within(isDone);
    } catch (error) {
      isDone.catch(() => {});
      console.error('not stored on this device', error);
      for (const { op } of ops) {
        const each = unstored.get(op.op_id);
        if (each) each.hasFailed = true;
      }
      retryLater();
      changed();
    }
  }

  function retryLater(): void {
    if (timer) return;
    pause = Math.min(longestPauseMs, Math.max(firstPauseMs, pause * 2));
    timer = setTimeout(() => {
      timer = undefined;
      retry();
    }, pause);
  }

  function retry(): void {
    const failed = [...unstored.values()].filter(({ hasFailed }) => hasFailed);
    if (failed.length > 0) void put(failed.map(({ value }) => value));
  }

  return {
    saveReport: (report, own) => log(drafts.saveReport(report, own)),
    putOps: (ops) => void put(ops),
    dropOps(ids) {
      for (const id of ids) unstored.delete(id);
      log(drafts.dropOps(ids));
    },
    state() {
      if (unstored.size === 0) return 'stored';
      return [...unstored.values()].some(({ hasFailed }) => hasFailed) ? 'failed' : 'storing';
    },
    retry,
    close: () => clearTimeout(timer),
  };
}

/** What is left over is sent again and changes nothing. */
function log(work: Promise<unknown>): void {
  work.catch((error: unknown) => console.error('draft not stored', error));
}
