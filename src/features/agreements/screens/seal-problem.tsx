import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { sealAgain } from '../seal-contract.ts';
import type { RowProps } from './agreement-row-props.ts';

/** Why the sealed PDF of a signed agreement could not be created, with a button to try again. */
export function SealProblem({ agreement, appointmentId, canEdit }: RowProps) {
  const t = useTranslation('agreements');
  const web = useTranslation('web');
  const again = useWrite(sealAgain, { toast: t('card.sealing') });
  if (agreement.seal_problem === null) return null;
  const retry = (
    <Button
      size="compact-md"
      variant="default"
      loading={again.pending}
      onClick={() => void again.send({ id: appointmentId, agreementId: agreement.id })}
    >
      {web('retry')}
    </Button>
  );
  return (
    <Notice tone="warn" title={t('card.sealProblem.title')} action={canEdit && retry}>
      {t(`card.sealProblem.${agreement.seal_problem}`)}
    </Notice>
  );
}
