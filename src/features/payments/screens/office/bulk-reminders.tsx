import { Button, Menu } from '@mantine/core';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { SelectionSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { IconCash, IconMail, IconSignature } from '#web/ui/layout/icons.ts';
import { remindMany } from '../../remind-contract.ts';

/** Appointments list slot: reminds the clients of the selected appointments to sign or to pay. */
export function BulkReminders({ run, isBusy }: SelectionSlotProps) {
  const t = useTranslation('payments');
  const mayRemindToPay = allows(useActor(), 'record_payments');
  const { send } = useWrite(remindMany);
  const remind = (about: 'signature' | 'payment') => run((ids) => send({ ids, about }));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMail size={16} aria-hidden />}
          disabled={isBusy}
        >
          {t('list.remind.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSignature size={16} aria-hidden />} onClick={() => remind('signature')}>
          {t('list.remind.signature')}
        </Menu.Item>
        {mayRemindToPay && (
          <Menu.Item leftSection={<IconCash size={16} aria-hidden />} onClick={() => remind('payment')}>
            {t('list.remind.payment')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
