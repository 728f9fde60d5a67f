import { Text } from '@mantine/core';
import { type Cents, fromCents, toCents } from '#domain/base/money.ts';
import { gatewayNames, type PaymentType } from '#domain/payments/gateways.ts';
import { refundProblem } from '#domain/payments/payments.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { useRouteForm } from '#web/ui/inputs/form.tsx';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import type { Payment } from '../../contract.ts';
import { refundPayment } from '../../pay-contract.ts';
import { parseAmount } from '../parts/parse-amount.ts';
import { PaymentDialog, ReasonField } from '../parts/payment-dialog.tsx';

/** Refunds a payment in full or in part; starts with everything that is left of it. */
export function RefundDialog(props: { payment: Payment; currency: number; onClose: () => void }) {
  const { payment, currency, onClose } = props;
  const t = useTranslation('payments');
  const form = useRefundForm(payment, currency, onClose);
  const gateway = payment.gateway === null ? '' : gatewayNames[payment.gateway as PaymentType];
  return (
    <PaymentDialog form={form} title={t('refundTitle')} yes={t('refund')} onClose={onClose}>
      <Text c="dimmed">{gateway ? t('refundHintGateway', { gateway }) : t('refundHintHand')}</Text>
      <MoneyInput
        key={form.key('amount')}
        {...form.getInputProps('amount')}
        currency={currency}
        label={t('refundAmount')}
        data-autofocus
        required
      />
      <ReasonField key={form.key('reason')} {...form.getInputProps('reason')} />
      <Text size="sm" c="dimmed">
        {t('refundCredit')}
      </Text>
    </PaymentDialog>
  );
}

function useRefundForm(payment: Payment, currency: number, onClose: () => void) {
  const t = useTranslation('payments');
  const format = useFormat();
  const left = toCents(payment.refundable);
  const problemOf = (cents: Cents) =>
    refundProblem(cents, { amount_cents: left, refunded_cents: toCents(0), status: 'succeeded' });
  const write = useWrite(refundPayment, {
    onDone: (done) => {
      const isOver = done.refunded_amount > payment.refunded_amount;
      const amount = format.money(done.refunded_amount - payment.refunded_amount, currency);
      toast(isOver ? t('refunded', { amount }) : t('refundInProgress'), { kind: 'success' });
      onClose();
    },
  });
  return useRouteForm({
    initialValues: { amount: fromCents(left).toFixed(2), reason: '' },
    write,
    check: ({ amount }): Record<string, string> => {
      const { problem } = parseAmount(amount, problemOf);
      return problem ? { amount: t(`payProblem.${problem}`) } : {};
    },
    toInput: ({ amount, reason }) => ({
      id: payment.id,
      amount: fromCents(parseAmount(amount, problemOf).cents),
      reason,
    }),
  });
}
