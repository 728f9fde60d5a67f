import { Button } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type Invoice, restoreInvoice } from '../../contract.ts';

/** Says since when and why an invoice is void, and restores it. */
export function VoidNotice({ invoice, mayRestore }: { invoice: Invoice; mayRestore: boolean }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const restore = useWrite(restoreInvoice, { toast: t('restored') });
  if (invoice.status !== 'void') return null;
  async function askAndRestore() {
    const isMeant = await confirm({ title: t('restoreTitle'), text: t('restoreHint'), yes: t('restore') });
    if (isMeant) await restore.send({ id: invoice.appointment_id });
  }
  return (
    <Notice
      tone="mute"
      title={t('voidNotice', { date: format.date(`${invoice.voided_on}T12:00:00Z`, 'UTC') })}
      action={
        mayRestore && (
          <Button
            variant="default"
            size="compact-md"
            loading={restore.pending}
            onClick={() => void askAndRestore()}
          >
            {t('restore')}
          </Button>
        )
      }
    >
      {invoice.void_reason}
    </Notice>
  );
}
