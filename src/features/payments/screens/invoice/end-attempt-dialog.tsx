import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { closeAttempt } from '../../pay-contract.ts';
import { ReasonDialog } from '../parts/payment-dialog.tsx';

/** Ends a payment attempt whose result cannot be found out, with a reason; says so if it is too early for that. */
export function EndAttemptDialog({ attemptId, onClose }: { attemptId: string; onClose: () => void }) {
  const t = useTranslation('payments');
  const write = useWrite(closeAttempt, {
    onDone: ({ state }) => {
      const isOver = state !== 'processing' && state !== 'waiting';
      toast(t(isOver ? 'attemptFailed' : 'attemptOpen'), { kind: isOver ? 'success' : 'info' });
      onClose();
    },
  });
  return (
    <ReasonDialog
      write={write}
      toInput={(reason) => ({ attemptId, reason })}
      title={t('failAttemptTitle')}
      hint={t('failAttemptHint')}
      yes={t('failAttempt')}
      onClose={onClose}
    />
  );
}
