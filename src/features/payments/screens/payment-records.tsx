import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { type Invoice, type Payment, voidPayment } from '../contract.ts';
import classes from './invoice.module.css';

/** Every payment of an invoice with who recorded it; one entered by mistake can be taken back and stays visible. */
export function PaymentRecords({ invoice, mayVoid }: { invoice: Invoice; mayVoid: boolean }) {
  const t = useText('payments');
  const format = useFormat();
  const [voiding, setVoiding] = useState<Payment | null>(null);
  return (
    <>
      {invoice.records.map((payment) => (
        <div key={payment.id} className={classes.record} data-void={payment.voided_at !== null || undefined}>
          <span>{format.date(payment.received_at, invoice.company.timezone)}</span>
          <span className={classes.dim}>
            {[t(`method.${payment.method}`), payment.note, payment.recorded_by_name, payment.void_reason]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={classes.amount}>{format.money(payment.amount, invoice.currency)}</span>
          {mayVoid && payment.voided_at === null && payment.gateway === null ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setVoiding(payment)}>
              {t('takeBack')}
            </Button>
          ) : (
            <span />
          )}
        </div>
      ))}
      {voiding && <VoidDialog payment={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

function VoidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useText('payments');
  const write = useWrite(voidPayment, { onDone: onClose, toast: t('takenBack') });
  const form = useDataForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ id: payment.id, reason }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('takeBackTitle')} locked={form.pending}>
      <Form of={form} label={t('takeBackTitle')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('takeBackHint')}</Text>
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('reason')}
            autosize
            minRows={2}
            data-autofocus
            required
          />
          <Button type="submit" color="red" loading={form.pending}>
            {t('takeBack')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
