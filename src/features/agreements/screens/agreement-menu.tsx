import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { downloadFile } from '#web/client/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { IconDots } from '#web/ui/layout/icons.ts';
import { downloadAgreement, downloadSignedScan, removeAgreement, sendAgreement } from '../contract.ts';
import type { RowProps } from './agreement-row-props.ts';

// Rarely needed, so loaded on demand.
const VoidDialog = lazy(async () => ({
  default: (await import('./agreement-dialogs.tsx')).VoidAgreementDialog,
}));
const ReissueDialog = lazy(async () => ({
  default: (await import('./agreement-dialogs.tsx')).ReissueAgreementDialog,
}));
const EvidenceDialog = lazy(async () => ({
  default: (await import('./evidence-dialog.tsx')).EvidenceDialog,
}));
const PaperDialog = lazy(async () => ({
  default: (await import('./paper-signature-dialog.tsx')).PaperSignatureDialog,
}));

type Open = 'void' | 'reissue' | 'paper' | 'evidence' | null;

/** The actions available for one agreement, given its state and the user's rights. */
export function AgreementMenu(props: RowProps) {
  const { appointmentId, agreement } = props;
  // Here, not in the menu: the menu unmounts its items when one is chosen.
  const actions = useAgreementActions(props);
  const t = useTranslation('agreements');
  const [open, setOpen] = useState<Open>(null);
  const target = { id: appointmentId, agreementId: agreement.id };
  const close = () => setOpen(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('card.actions', { name: agreement.name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Items {...props} actions={actions} onOpen={setOpen} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'void' && <VoidDialog target={target} agreement={agreement} onClose={close} />}
        {open === 'reissue' && <ReissueDialog target={target} agreement={agreement} onClose={close} />}
        {open === 'paper' && <PaperDialog target={target} agreement={agreement} onClose={close} />}
        {open === 'evidence' && <EvidenceDialog target={target} name={agreement.name} onClose={close} />}
      </Suspense>
    </>
  );
}

interface ItemsProps extends RowProps {
  actions: ReturnType<typeof useAgreementActions>;
  onOpen: (dialog: Open) => void;
}

function Items({ agreement, canEdit, isReplaced, actions, onOpen }: ItemsProps) {
  const t = useTranslation('agreements');
  const { send, isSending, askAndRemove, save } = actions;
  const isUntouched = agreement.signers.every((signer) => signer.signed_at === null);
  const isOpen = canEdit && agreement.voided_at === null;
  const isAwaited = isOpen && !agreement.signed;
  const isComplete = agreement.unresolved.length === 0;
  return (
    <>
      {isAwaited && (
        <Menu.Item disabled={!isComplete || isSending} onClick={send}>
          {t('card.send')}
        </Menu.Item>
      )}
      {isAwaited && (
        <Menu.Item disabled={!isComplete} onClick={() => onOpen('paper')}>
          {t('card.onPaper')}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => save(downloadAgreement)}>{t('download')}</Menu.Item>
      {agreement.paper && <Menu.Item onClick={() => save(downloadSignedScan)}>{t('card.scan')}</Menu.Item>}
      <Menu.Item onClick={() => onOpen('evidence')}>{t('card.evidence')}</Menu.Item>
      {canEdit && !isReplaced && agreement.offered_version !== null && (
        <Menu.Item onClick={() => onOpen('reissue')}>{t('card.reissue')}</Menu.Item>
      )}
      {isOpen && isUntouched && <Menu.Item onClick={() => void askAndRemove()}>{t('card.remove')}</Menu.Item>}
      {isOpen && <Menu.Item onClick={() => onOpen('void')}>{t('card.doVoid')}</Menu.Item>}
    </>
  );
}

function useAgreementActions({ appointmentId, agreement }: RowProps) {
  const t = useTranslation('agreements');
  const target = { id: appointmentId, agreementId: agreement.id };
  const remove = useWrite(removeAgreement, { toast: t('card.removed') });
  const send = useWrite(sendAgreement, {
    toast: ({ sent_to }) => t('card.sent', { names: sent_to.join(', ') }),
  });
  async function askAndRemove(): Promise<void> {
    const question = {
      title: t('card.removeTitle'),
      text: t('card.removeText', { name: agreement.name }),
      yes: t('card.remove'),
      destroys: true,
    };
    if (await confirm(question)) await remove.send(target);
  }
  const save = (route: typeof downloadAgreement | typeof downloadSignedScan) => {
    downloadFile(route, target).catch((error) => {
      if (error instanceof ApiFailure) toast(failureMessage(error), { kind: 'error' });
    });
  };
  return { send: () => void send.send(target), isSending: send.pending, askAndRemove, save };
}
