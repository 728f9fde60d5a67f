import type { DBSchema } from 'idb';
import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import { type DeviceDatabase, deviceDatabase } from '../../../../web/editing/device-database.ts';
import { activeLockHolders, createDraftLock } from '../../../../web/editing/draft-lock.ts';
import type { FullReport } from '../../contract.ts';
import type { Removal } from '../../editing-contract.ts';
import { draftDatabaseName } from './draft-database-name.ts';
import type { PhotoFacts } from './photo-facts.ts';
import type { UnsentWork } from './unsent-work.ts';

/** A change that the server has not confirmed yet. */
export interface PendingOp {
  op: ReportOp;
  report_id: string;
  /** The revision that its author knew. */
  rev: number;
  /** Position in the queue. */
  n: number;
  /** Sent at least once. From then on it is not merged with later typing, so that a retry is identical. */
  sent: boolean;
  /** Someone else changed the same field; the user has to choose. */
  conflict: { by: string; at: string } | null;
  /** The server refused it; it is shown until the user restores or discards it. */
  refused?: { reason: string; removed: Removal | null };
}

/** A change of this editor that the server confirmed at a revision newer than what a pending one was made on. */
export interface ConfirmedOp {
  op_id: string;
  rev: number;
}

/** The additional data of a video. */
export interface PendingVideo {
  /** Its poster, or null if this browser could not render one. */
  poster: Blob | null;
  /** The upload started before: parts of it may be on the server. */
  begun?: boolean;
}

/** A photo or video that is still to be uploaded. */
export interface PendingMedia {
  media_id: string;
  report_id: string;
  /** Null for the unsorted photos. */
  item_id: string | null;
  comment_id: string | null;
  /** One of the comment's locations. */
  location?: string;
  caption: string;
  /** Marks, crop and rotation given before it was uploaded. */
  annotations?: PhotoMark[];
  edit?: PhotoEdit | null;
  name: string;
  blob: Blob;
  /** Photos that an older version of the app stored have none, nor do videos. */
  facts?: PhotoFacts;
  /** Only for a video. */
  film?: PendingVideo;
  /** Why the server has finally refused it. */
  refused?: string;
  /** It is for a comment that was removed. */
  removed?: Removal;
  n: number;
}

/** A change as it was stored: versions before 2026-11-26 noted no revision with it. */
type StoredOp = Omit<PendingOp, 'rev'> & { rev?: number };

/** What this device has stored of a report: the base state and the pending changes to it. */
export interface StoredReport {
  rev: number | null;
  report: FullReport | null;
  own: ConfirmedOp[];
  ops: StoredOp[];
  photos: PendingMedia[];
}

/** Stores unsaved work, so that closing the tab loses nothing. */
export interface DraftStore {
  load(reportId: string): Promise<StoredReport>;
  /** Stores the last state confirmed by the server, which the pending changes are based on. */
  saveReport(report: FullReport, own: readonly ConfirmedOp[]): Promise<void>;
  putOps(ops: readonly PendingOp[]): Promise<void>;
  dropOps(opIds: readonly string[]): Promise<void>;
  putPhoto(photo: PendingMedia): Promise<void>;
  dropPhoto(mediaId: string): Promise<void>;
  /** Calls back when the browser closed the store: what it had may be gone, and is to be stored again. */
  onLost?(listener: () => void): void;
}

/** The drafts of one open editor. After `close`, another editor can take them over. */
export interface BrowserDraftStore extends DraftStore {
  close(): void;
}

/** The editor that holds a row. Rows from older versions use the report id. */
interface Held {
  report_id: string;
  holder?: string;
}

interface Schema extends DBSchema {
  ops: { key: string; value: StoredOp & Held & { op_id: string }; indexes: { report_id: string } };
  photos: { key: string; value: PendingMedia & Held; indexes: { report_id: string } };
  reports: {
    key: string;
    value: { id: string; rev: number; report: FullReport | null; own?: ConfirmedOp[] };
  };
}

const databases = new Map<string, DeviceDatabase<Schema>>();

function databaseOf(name: string): DeviceDatabase<Schema> {
  const before = databases.get(name);
  if (before) return before;
  const made = deviceDatabase<Schema>({
    name,
    version: 1,
    stores: ['ops', 'photos', 'reports'],
    upgrade(db) {
      db.createObjectStore('ops', { keyPath: 'op_id' }).createIndex('report_id', 'report_id');
      db.createObjectStore('photos', { keyPath: 'media_id' }).createIndex('report_id', 'report_id');
      db.createObjectStore('reports', { keyPath: 'id' });
    },
  });
  databases.set(name, made);
  return made;
}

const holderOf = ({ holder, report_id }: Held) => holder ?? report_id;

/** Reads what this device has of a report. Takes over the changes and photos that no active editor holds. */
async function loadDrafts(
  database: DeviceDatabase<Schema>,
  held: ReturnType<typeof createDraftLock>,
  reportId: string,
): Promise<StoredReport> {
  await held.own(held.me);
  const read = () =>
    database.run(async (db) => ({
      ops: await db.getAllFromIndex('ops', 'report_id', reportId),
      photos: await db.getAllFromIndex('photos', 'report_id', reportId),
      head: await db.get('reports', reportId),
    }));
  const before = await read();
  const holders = [...new Set([...before.ops, ...before.photos].map(holderOf))];
  const are = await Promise.all(holders.map((holder) => held.own(holder)));
  // Rows held by another active editor are left out: it sends them itself.
  const own = new Set([held.me, ...holders.filter((_, i) => are[i])]);
  // Read again: the previous holder may have written until we got its lock.
  const { ops, photos, head } = await read();
  const inOrder = <T extends Held & { n: number }>(rows: T[]) =>
    rows.filter((row) => own.has(holderOf(row))).sort((a, b) => a.n - b.n);
  return {
    rev: head?.rev ?? null,
    report: head?.report ?? null,
    // For one editor, the changes of another one are changes of someone else.
    own: new Set(ops.map(holderOf)).size > 1 ? [] : (head?.own ?? []),
    ops: inOrder(ops),
    photos: inOrder(photos),
  };
}

/** Opens the drafts of one user of one company in this browser for one editor. */
export function openBrowserDraftStore(subscriberId: string, userId: string): BrowserDraftStore {
  const database = databaseOf(draftDatabaseName(subscriberId, userId));
  const held = createDraftLock();
  const lost = new Set<() => void>();
  return {
    load: (reportId) => loadDrafts(database, held, reportId),
    saveReport: (report, own) =>
      database.run(async (db) => {
        const tx = db.transaction(['ops', 'reports'], 'readwrite');
        const [waiting, reports] = [tx.objectStore('ops').index('report_id'), tx.objectStore('reports')];
        // Changes held by other editors are based on the stored state, which their sender needs.
        const isOurs = (await waiting.getAll(report.id)).every((row) => holderOf(row) === held.me);
        if (isOurs || !(await reports.get(report.id))) {
          await reports.put({ id: report.id, rev: report.rev, report, own: [...own] });
        }
        await tx.done;
      }),
    putOps: (ops) =>
      database.run(async (db) => {
        const tx = db.transaction('ops', 'readwrite');
        const rows = ops.map((each) => ({ ...each, op_id: each.op.op_id, holder: held.me }));
        await Promise.all([...rows.map((row) => tx.store.put(row)), tx.done]);
      }),
    dropOps: (opIds) =>
      database.run(async (db) => {
        const tx = db.transaction('ops', 'readwrite');
        await Promise.all([...opIds.map((id) => tx.store.delete(id)), tx.done]);
      }),
    putPhoto: (photo) =>
      database.run(async (db) => void (await db.put('photos', { ...photo, holder: held.me }))),
    dropPhoto: (mediaId) => database.run((db) => db.delete('photos', mediaId)),
    onLost(listener) {
      lost.add(database.onLost(listener));
    },
    close() {
      for (const stop of lost) stop();
      held.close();
    },
  };
}

/** Unsent work on the device. `isHeld` if an active editor, perhaps in another window, holds all of it. */
export type UnsentWorkFound = UnsentWork & { isHeld: boolean };

/** Finds the unsent work on one user's reports on this device. */
export async function findUnsentWork(subscriberId: string, userId: string): Promise<UnsentWorkFound[]> {
  const database = databaseOf(draftDatabaseName(subscriberId, userId));
  const rows: Held[] = await database.run(async (db) => [
    ...(await db.getAll('ops')),
    ...(await db.getAll('photos')),
  ]);
  const alive = await activeLockHolders(rows.map(holderOf));
  const ids = [...new Set(rows.map((row) => row.report_id))];
  return Promise.all(
    ids.map(async (report_id) => {
      const { report } = (await database.run((db) => db.get('reports', report_id))) ?? {};
      const own = rows.filter((row) => row.report_id === report_id);
      return {
        report_id,
        name: report ? reportDisplayName(report) : '',
        count: own.length,
        isHeld: own.every((row) => alive.has(holderOf(row))),
      };
    }),
  );
}

/** The name users know a report by: the property's address, or else the report's own name. */
export function reportDisplayName({ appointment, name }: FullReport): string {
  return appointment.address || name;
}
