import { Button } from '@mantine/core';
import type { Action } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { actionTitle } from '../editor/describe-action.ts';
import { DryRunResult } from './dry-run-result.tsx';

/** Shows before an action is enabled what it would have done. Never keeps anyone from enabling it. */
export function EnableDialog({
  action,
  onAnswer,
}: {
  action: Action;
  onAnswer: (isEnabled: boolean) => void;
}) {
  const t = useTranslation('automations');
  return (
    <Dialog
      opened
      onClose={() => onAnswer(false)}
      title={t('dry.title', { name: actionTitle(t, action) })}
      width={560}
      footer={
        <>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('cancel')}
          </Button>
          <Button onClick={() => onAnswer(true)} data-autofocus>
            {t('dry.enable')}
          </Button>
        </>
      }
    >
      <DryRunResult action={action} />
    </Dialog>
  );
}
