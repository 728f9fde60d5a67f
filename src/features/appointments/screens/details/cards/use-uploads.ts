import { useCallback, useEffect, useRef, useState } from 'react';
import { failureMessage, useInvalidateFeatures } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { translateNow } from '#web/i18n.ts';
import { addAttachment } from '../../../attachments-contract.ts';

/** A file being uploaded to the appointment. */
export interface Upload {
  key: string;
  file: File;
  /** 0 to 1. */
  progress: number;
  /** Why the upload failed; null while it is in progress. */
  problem: string | null;
}

/** Uploads files of an appointment, two at a time; failed ones stay with their reason until retried or discarded. */
export function useUploads(appointmentId: string) {
  const { list, setList, change, forget } = useUploadList();
  const refresh = useInvalidateFeatures();
  const running = useRef(new Map<string, AbortController>());
  const waiting = useRef<Upload[]>([]);

  const next = useCallback(async (): Promise<void> => {
    if (running.current.size >= 2) return;
    const upload = waiting.current.shift();
    if (!upload) return;
    const { key, file } = upload;
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      await call(
        addAttachment,
        { id: appointmentId, file },
        // The key stays with the file, so that a retry after a lost response does not attach it twice.
        {
          idempotencyKey: key,
          signal: controller.signal,
          onProgress: (share) => change(key, { progress: share }),
        },
      );
      forget(key);
      void refresh('appointments');
    } catch (error) {
      if (error instanceof ApiFailure && error.type === 'ABORTED') forget(key);
      else change(key, { problem: messageOf(error) });
    } finally {
      running.current.delete(key);
      void next();
    }
  }, [appointmentId, change, forget, refresh]);

  const enqueue = (uploads: Upload[]) => {
    waiting.current.push(...uploads);
    for (const _ of uploads) void next();
  };
  return {
    list,
    start: (files: File[]) => {
      const uploads = files.map((file) => ({ key: newKey(), file, progress: 0, problem: null }));
      setList((all) => [...all, ...uploads]);
      enqueue(uploads);
    },
    again: (upload: Upload) => {
      change(upload.key, { problem: null, progress: 0 });
      enqueue([upload]);
    },
    drop: (upload: Upload) => {
      waiting.current = waiting.current.filter((one) => one.key !== upload.key);
      const controller = running.current.get(upload.key);
      if (controller) controller.abort();
      else forget(upload.key);
    },
  };
}

/** The files being uploaded; changes after the page was left are ignored. */
function useUploadList() {
  const [list, setList] = useState<Upload[]>([]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const change = useCallback((key: string, part: Partial<Upload>) => {
    if (!isGone.current) setList((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const forget = useCallback((key: string) => {
    if (!isGone.current) setList((all) => all.filter((one) => one.key !== key));
  }, []);
  return { list, setList, change, forget };
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return translateNow('somethingWrong');
  return Object.values(error.fields)[0] ?? failureMessage(error);
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
