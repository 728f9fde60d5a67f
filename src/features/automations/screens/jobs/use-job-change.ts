import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { type AutomationJob, cancelAutomationJob, retryAutomationJob } from '../../jobs-contract.ts';

/** What can be done with a job: canceling what is planned, repeating what was skipped or failed. */
export interface JobChange {
  kind: 'cancel' | 'retry';
  run: () => void;
}

/** Returns what can be done with a job by its state, or null; `pending` while it is sent. */
export function useJobChange() {
  const t = useTranslation('automations');
  const cancel = useWrite(cancelAutomationJob, { toast: t('job.didCancel') });
  const retry = useWrite(retryAutomationJob, { toast: t('job.didRetry') });
  const changeOf = ({ id, status }: Pick<AutomationJob, 'id' | 'status'>): JobChange | null => {
    if (status === 'pending') return { kind: 'cancel', run: () => void cancel.send({ id }) };
    const isOver = status !== 'skipped' && status !== 'failed';
    return isOver ? null : { kind: 'retry', run: () => void retry.send({ id }) };
  };
  return { changeOf, pending: cancel.pending || retry.pending };
}
