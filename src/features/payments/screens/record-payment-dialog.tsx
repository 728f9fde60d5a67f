import { Button, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { currencySymbol } from '#domain/money.ts';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldGrid, Form, useDataForm } from '#web/ui/form.tsx';
import { type Invoice, recordPayment } from '../contract.ts';

const methods = ['cash', 'check', 'other'] as const;

/** Records cash, a check or another payment received by hand; begins with what is owed. */
export function RecordPaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useText('payments');
  const write = useWrite(recordPayment, { onDone: onClose, toast: t('received') });
  const form = useDataForm({
    initialValues: {
      amount: invoice.outstanding > 0 ? invoice.outstanding : ('' as number | ''),
      method: 'check' as (typeof methods)[number],
      received_at: '',
      note: '',
    },
    write,
    check: ({ amount }) => (amount === '' ? { amount: t('amountMissing') } : {}) as Record<string, string>,
    toInput: ({ amount, received_at, ...rest }) => ({
      id: invoice.appointment_id,
      amount: Number(amount),
      ...(received_at ? { received_at } : {}),
      ...rest,
    }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('record')} locked={form.pending} width={640}>
      <Form of={form} label={t('record')}>
        <Stack gap={14}>
          <FieldGrid>
            <NumberInput
              key={form.key('amount')}
              {...form.getInputProps('amount')}
              label={t('amount')}
              prefix={currencySymbol(invoice.currency)}
              decimalScale={2}
              fixedDecimalScale
              thousandSeparator=","
              allowNegative={false}
              hideControls
              data-autofocus
              required
            />
            <Select
              key={form.key('method')}
              {...form.getInputProps('method')}
              label={t('howPaid')}
              data={methods.map((method) => ({ value: method, label: t(`method.${method}`) }))}
              allowDeselect={false}
              required
            />
            <TextInput
              key={form.key('received_at')}
              {...form.getInputProps('received_at')}
              type="date"
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
          <Button type="submit" loading={form.pending}>
            {t('record')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
