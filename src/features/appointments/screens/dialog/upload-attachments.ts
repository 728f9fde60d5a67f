import { failureMessage } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { warnBeforeUnload } from '#web/editing/warn-before-unload.ts';
import type { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { addAttachment } from '../../attachments-contract.ts';
import type { PendingAttachment } from '../draft/draft-state.ts';

/** A file that failed to upload, and why. */
interface LostFile {
  picked: PendingAttachment;
  reason: string;
}

type Text = ReturnType<typeof useTranslation>;

/** Uploads files to an appointment and shows the result; failed ones can be retried. */
export async function uploadAttachmentFiles(
  appointmentId: string,
  files: readonly PendingAttachment[],
  t: Text,
  refresh: (query: string) => Promise<void>,
): Promise<void> {
  const lost = await uploadAttachments(appointmentId, files);
  await refresh('appointments');
  if (lost.length === 0) {
    toast(t('filesAttached', { count: files.length }), { kind: 'success' });
    return;
  }
  const left = lost.map((one) => one.picked);
  reportLost(lost, t, () => void uploadAttachmentFiles(appointmentId, left, t, refresh));
}

/**
 * Uploads files to a newly booked appointment one after the other and returns those that failed. Each retains its key,
 * so that a retry after a lost response attaches it once. Leaving the page is confirmed while it runs.
 */
async function uploadAttachments(
  appointmentId: string,
  files: readonly PendingAttachment[],
): Promise<LostFile[]> {
  const lost: LostFile[] = [];
  const stopWarning = warnBeforeUnload(() => true);
  try {
    for (const picked of files) {
      const { key, file, visible_to_client } = picked;
      try {
        await call(
          addAttachment,
          { id: appointmentId, file, visible_to_client },
          { idempotencyKey: key, timeoutMs: 300_000 },
        );
      } catch (error) {
        lost.push({
          picked,
          reason:
            error instanceof ApiFailure ? (Object.values(error.fields)[0] ?? failureMessage(error)) : '',
        });
      }
    }
  } finally {
    stopWarning();
  }
  return lost;
}

/** Lists each failed file with the reason and offers a retry. */
function reportLost(lost: readonly LostFile[], t: Text, again: () => void): void {
  for (const { picked, reason } of lost) {
    toast([t('fileLost', { name: picked.file.name }), reason].filter(Boolean).join(' '), { kind: 'error' });
  }
  toast(t('filesLost', { count: lost.length }), {
    kind: 'warning',
    milliseconds: 30_000,
    action: { label: t('sendAgain'), run: again },
  });
}
