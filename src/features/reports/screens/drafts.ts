import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ReportOp } from '#domain/report-ops.ts';
import type { FullReport } from '../contract.ts';

/** A change that the server has not confirmed yet. */
export interface WaitingOp {
  op: ReportOp;
  report_id: string;
  /** Place in the queue. */
  n: number;
  /** It left once: from now on it is never merged with later typing, so that a repeat is the same. */
  sent: boolean;
  /** Somebody else changed the same field; the person has to choose. */
  conflict: { by: string; at: string } | null;
}

/** What a video brings along. */
export interface FilmFacts {
  /** Its picture, or null where this browser could not show it. */
  poster: Blob | null;
  /** It was on the road before: parts of it may be on the server. */
  begun?: boolean;
}

/** A photo or video that is still to be uploaded. */
export interface WaitingPhoto {
  media_id: string;
  report_id: string;
  item_id: string;
  comment_id: string | null;
  caption: string;
  name: string;
  blob: Blob;
  /** Only of a video. */
  film?: FilmFacts;
  n: number;
}

/** What this device knows of a report: the state the waiting changes build upon. */
export interface Kept {
  rev: number | null;
  report: FullReport | null;
  ops: WaitingOp[];
  photos: WaitingPhoto[];
}

/** Where unsaved work is kept, so that killing the tab loses nothing. */
export interface Drafts {
  load(reportId: string): Promise<Kept>;
  /** The last state the server confirmed; what waits is written upon it. */
  keepReport(report: FullReport): Promise<void>;
  putOps(ops: readonly WaitingOp[]): Promise<void>;
  dropOps(opIds: readonly string[]): Promise<void>;
  putPhoto(photo: WaitingPhoto): Promise<void>;
  dropPhoto(mediaId: string): Promise<void>;
}

interface Schema extends DBSchema {
  ops: { key: string; value: WaitingOp & { op_id: string }; indexes: { report_id: string } };
  photos: { key: string; value: WaitingPhoto; indexes: { report_id: string } };
  reports: { key: string; value: { id: string; rev: number; report: FullReport | null } };
}

/** The drafts of one person of one company in this browser. */
export function browserDrafts(subscriberId: string, userId: string): Drafts {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const db = () => {
    opening ??= openDB<Schema>(`gable-reports-${subscriberId}-${userId}`, 1, {
      upgrade(made) {
        made.createObjectStore('ops', { keyPath: 'op_id' }).createIndex('report_id', 'report_id');
        made.createObjectStore('photos', { keyPath: 'media_id' }).createIndex('report_id', 'report_id');
        made.createObjectStore('reports', { keyPath: 'id' });
      },
    });
    return opening;
  };
  return {
    async load(reportId) {
      const open = await db();
      const head = await open.get('reports', reportId);
      const ops = await open.getAllFromIndex('ops', 'report_id', reportId);
      const photos = await open.getAllFromIndex('photos', 'report_id', reportId);
      const inOrder = <T extends { n: number }>(rows: T[]) => rows.sort((a, b) => a.n - b.n);
      return {
        rev: head?.rev ?? null,
        report: head?.report ?? null,
        ops: inOrder(ops),
        photos: inOrder(photos),
      };
    },
    async keepReport(report) {
      await (await db()).put('reports', { id: report.id, rev: report.rev, report });
    },
    async putOps(ops) {
      const tx = (await db()).transaction('ops', 'readwrite');
      for (const each of ops) void tx.store.put({ ...each, op_id: each.op.op_id });
      await tx.done;
    },
    async dropOps(opIds) {
      const tx = (await db()).transaction('ops', 'readwrite');
      for (const id of opIds) void tx.store.delete(id);
      await tx.done;
    },
    async putPhoto(photo) {
      await (await db()).put('photos', photo);
    },
    async dropPhoto(mediaId) {
      await (await db()).delete('photos', mediaId);
    },
  };
}
