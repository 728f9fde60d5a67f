import { Select, Textarea } from '@mantine/core';
import type { FormEvent } from 'react';
import { asCents, type Cents, fromCents, toCents } from '#domain/base/money.ts';
import {
  overpaymentCredit,
  type PaymentMethod,
  paymentMethods,
  paymentProblem,
} from '#domain/payments/payments.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { DateField } from '#web/ui/inputs/date-field.tsx';
import { FieldGrid, useRouteForm } from '#web/ui/inputs/form.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { type Invoice, recordPayment } from '../../contract.ts';
import { parseAmount } from '../parts/parse-amount.ts';
import { PaymentDialog } from '../parts/payment-dialog.tsx';

/** Records an offline payment of any method. Starts with the amount due and asks for confirmation of more. */
export function RecordPaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslation('payments');
  const form = usePaymentForm(invoice, onClose);
  return (
    <PaymentDialog form={form} title={t('record')} yes={t('record')} width={640} onClose={onClose}>
      <FieldGrid>
        <MoneyInput
          key={form.key('amount')}
          {...form.getInputProps('amount')}
          currency={invoice.currency}
          label={t('amount')}
          data-autofocus
          required
        />
        <Select
          key={form.key('method')}
          {...form.getInputProps('method')}
          label={t('howPaid')}
          data={paymentMethods.map((method) => ({ value: method, label: t(`method.${method}`) }))}
          allowDeselect={false}
          required
        />
        <DateField
          key={form.key('received_at')}
          {...form.getInputProps('received_at')}
          label={t('receivedOn')}
          description={t('receivedHint')}
        />
        <div data-wide>
          <Textarea
            key={form.key('note')}
            {...form.getInputProps('note')}
            label={t('note')}
            autosize
            minRows={2}
            maxLength={500}
          />
        </div>
      </FieldGrid>
    </PaymentDialog>
  );
}

function usePaymentForm(invoice: Invoice, onClose: () => void) {
  const t = useTranslation('payments');
  const format = useFormat();
  const outstanding = toCents(invoice.outstanding);
  const money = (cents: Cents) => format.money(fromCents(cents), invoice.currency);
  const write = useWrite(recordPayment, {
    onDone: () => {
      const { cents } = parseAmount(form.getValues().amount, problemOf);
      const credit = overpaymentCredit(cents, outstanding);
      toast(credit > 0 ? t('receivedWithCredit', { credit: money(credit) }) : t('received'));
      onClose();
    },
  });
  const form = useRouteForm({
    initialValues: {
      amount: outstanding > 0 ? fromCents(outstanding).toFixed(2) : '',
      method: 'check' as PaymentMethod,
      received_at: '',
      note: '',
    },
    write,
    check: ({ amount }): Record<string, string> => {
      const { problem } = parseAmount(amount, problemOf);
      return problem === null ? {} : { amount: t(`payProblem.${problem}`) };
    },
    toInput: ({ amount, received_at, ...rest }) => ({
      id: invoice.appointment_id,
      amount: fromCents(parseAmount(amount, problemOf).cents),
      ...(received_at ? { received_at } : {}),
      ...rest,
    }),
  });

  // An overpayment is rarely intended: it is confirmed before, and mentioned after, recording.
  async function submit(event?: FormEvent<HTMLFormElement>) {
    event?.preventDefault();
    event?.stopPropagation();
    const { cents, problem } = parseAmount(form.getValues().amount, problemOf);
    const credit = overpaymentCredit(cents, outstanding);
    if (problem === null && credit > 0) {
      const isMeant = await confirm({
        title: t('creditTitle'),
        text: t(outstanding > 0 ? 'creditText' : 'creditOnlyText', {
          owed: money(outstanding),
          credit: money(credit),
        }),
        yes: t('creditYes'),
        no: t('creditNo'),
      });
      if (!isMeant) return;
    }
    await form.submit();
  }
  return { ...form, submit };
}

/** Returns the problem of a manual amount. An overpayment is confirmed, not rejected. */
function problemOf(cents: Cents): string | null {
  return paymentProblem(cents, {
    outstanding_cents: asCents(0),
    isByHand: true,
    allow_partial_payments: true,
  });
}
