import { Button, Stack, Text, Textarea } from '@mantine/core';
import { gatewayNames, type PaymentType } from '#domain/gateways.ts';
import { fromCents, toCents } from '#domain/money.ts';
import { refundProblem } from '#domain/payments.ts';
import { typedAmount } from '#domain/typed-number.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import type { Invoice, Payment } from '../contract.ts';
import { refundPayment } from '../pay-contract.ts';

/** Gives a payment back, whole or in part: begins with all that is left of it. */
export function RefundDialog(props: { payment: Payment; invoice: Invoice; onClose: () => void }) {
  const { payment, invoice, onClose } = props;
  const t = useText('payments');
  const format = useFormat();
  const left = toCents(payment.refundable);
  const write = useWrite(refundPayment, {
    onDone: (done) => {
      const isOver = done.refunded_amount > payment.refunded_amount;
      const amount = format.money(done.refunded_amount - payment.refunded_amount, invoice.currency);
      toast(isOver ? t('refunded', { amount }) : t('refundUnderWay'), { kind: 'success' });
      onClose();
    },
  });
  const form = useDataForm({
    initialValues: { amount: fromCents(left).toFixed(2), reason: '' },
    write,
    check: ({ amount }): Record<string, string> => {
      const read = typedAmount(amount);
      const facts = { amount_cents: left, refunded_cents: toCents(0), status: 'succeeded' as const };
      const problem = 'problem' in read ? read.problem : refundProblem(read.cents, facts);
      return problem ? { amount: t(`payProblem.${problem}`) } : {};
    },
    toInput: ({ amount, reason }) => {
      const read = typedAmount(amount);
      return { id: payment.id, amount: 'cents' in read ? fromCents(read.cents) : 0, reason };
    },
  });
  const gateway = payment.gateway === null ? '' : gatewayNames[payment.gateway as PaymentType];
  return (
    <Dialog opened onClose={onClose} title={t('refundTitle')} locked={form.pending}>
      <Form of={form} label={t('refundTitle')}>
        <Stack gap={14}>
          <Text c="dimmed">{gateway ? t('refundHintGateway', { gateway }) : t('refundHintHand')}</Text>
          <MoneyInput
            key={form.key('amount')}
            {...form.getInputProps('amount')}
            currency={invoice.currency}
            label={t('refundAmount')}
            data-autofocus
            required
          />
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('reason')}
            autosize
            minRows={2}
            maxLength={500}
            required
          />
          <Text size="sm" c="dimmed">
            {t('refundCredit')}
          </Text>
          <Button type="submit" loading={form.pending}>
            {t('refund')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
