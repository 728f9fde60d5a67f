import { onceAppointmentDialogClosed } from '#web/appointment-dialog-state.ts';
import type { useTranslation } from '#web/i18n.ts';
import { toast, toasts } from '#web/toast.ts';

/**
 * Explains that the open appointment must be closed before a discarded draft can be restored, and offers the draft
 * again: now, and once that dialog is closed, however long it takes.
 */
export function offerDraftUndo(t: ReturnType<typeof useTranslation>, restore: () => void): void {
  const offer = (key: string, milliseconds: number) =>
    toast(t(key), {
      milliseconds,
      action: {
        label: t('undo'),
        run: () => {
          stop();
          restore();
        },
      },
    });
  const notice = offer('undoCloseFirst', 60_000);
  const stop = onceAppointmentDialogClosed(() => {
    toasts.close(notice);
    offer('draftStillHere', 15_000);
  });
}
