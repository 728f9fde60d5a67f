import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconDots } from '#web/ui/layout/icons.ts';
import { type Invoice, voidInvoice } from '../../contract.ts';
import { ReasonDialog } from '../parts/payment-dialog.tsx';

/** More actions for an invoice that is not void: voiding it. */
export function InvoiceMenu({ invoice }: { invoice: Invoice }) {
  const t = useTranslation('payments');
  const [isVoiding, setVoiding] = useState(false);
  const write = useWrite(voidInvoice, { onDone: () => setVoiding(false), toast: t('voided') });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" size={36} aria-label={t('invoiceActions')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setVoiding(true)}>{t('doVoid')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isVoiding && (
        <ReasonDialog
          write={write}
          toInput={(reason) => ({ id: invoice.appointment_id, reason })}
          title={t('voidTitle')}
          hint={t('voidHint')}
          yes={t('doVoid')}
          destroys
          onClose={() => setVoiding(false)}
        />
      )}
    </>
  );
}
