import { Button } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useSession } from '#web/session.ts';
import { type Invoice, type Payment, type Refund, voidPayment } from '../../contract.ts';
import { closeRefund } from '../../pay-contract.ts';
import { formatPaymentMethod } from '../parts/format-payment-method.ts';
import { ReasonDialog } from '../parts/payment-dialog.tsx';
import classes from './invoice.module.css';
import { RefundDialog } from './refund-dialog.tsx';

/** Lists every payment of an invoice with its refunds. One entered by mistake can be voided and stays visible. */
export function PaymentRecords({ invoice, mayVoid }: { invoice: Invoice; mayVoid: boolean }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { actor } = useSession();
  const mayRefund = actor !== null && allows(actor, 'refund_payments');
  const [voiding, setVoiding] = useState<Payment | null>(null);
  const [refunding, setRefunding] = useState<Payment | null>(null);
  const [ending, setEnding] = useState<Refund | null>(null);
  return (
    <>
      {invoice.records.map((payment) => (
        <div key={payment.id} data-row>
          <div className={classes.record} data-void={payment.voided_at !== null || undefined}>
            <span>{format.date(payment.received_at, invoice.company.timezone)}</span>
            <span className={classes.dim}>
              {[
                formatPaymentMethod(payment, t(`method.${payment.method}`)),
                payment.note,
                payment.recorded_by_name,
                payment.void_reason,
                payment.disputed_at ? t('disputed') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={classes.amount}>{format.money(payment.amount, invoice.currency)}</span>
            <span className={classes.acts}>
              {mayRefund && payment.refundable > 0 && (
                <Button variant="subtle" size="compact-sm" onClick={() => setRefunding(payment)}>
                  {t('refund')}
                </Button>
              )}
              {mayVoid && payment.voided_at === null && payment.gateway === null && isWhole(payment) && (
                <Button variant="subtle" size="compact-sm" onClick={() => setVoiding(payment)}>
                  {t('voidPayment')}
                </Button>
              )}
            </span>
          </div>
          {payment.refunds.map((refund) => (
            <RefundLine
              key={refund.id}
              refund={refund}
              invoice={invoice}
              onEnd={mayRefund ? () => setEnding(refund) : undefined}
            />
          ))}
        </div>
      ))}
      {refunding && (
        <RefundDialog payment={refunding} currency={invoice.currency} onClose={() => setRefunding(null)} />
      )}
      {ending && <EndRefundDialog refund={ending} onClose={() => setEnding(null)} />}
      {voiding && <VoidDialog payment={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}

/** Returns whether the payment is untouched and can be voided; a refunded one cannot. */
function isWhole(payment: Payment): boolean {
  return payment.refunds.every((refund) => refund.state === 'failed');
}

/** One refund. If its result cannot be found out, it can be closed manually. */
function RefundLine({
  refund,
  invoice,
  onEnd,
}: {
  refund: Refund;
  invoice: Invoice;
  onEnd: (() => void) | undefined;
}) {
  const t = useTranslation('payments');
  const format = useFormat();
  const isOver = refund.state === 'succeeded' || refund.state === 'failed';
  return (
    <div className={classes.refund} data-failed={refund.state === 'failed' || undefined}>
      <span>{format.date(refund.created_at, invoice.company.timezone)}</span>
      <span className={classes.dim}>
        {[
          t(`refundState.${refund.state}`),
          isOver ? t(`refundKind.${refund.kind}`) : '',
          refund.reason,
          refund.failure_text,
          refund.problem ? t(`attemptProblem.${refund.problem}`) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={classes.amount}>{format.money(-refund.amount, invoice.currency)}</span>
      {onEnd && !isOver && refund.problem ? (
        <Button variant="subtle" size="compact-sm" onClick={onEnd}>
          {t('failRefund')}
        </Button>
      ) : (
        <span />
      )}
    </div>
  );
}

function VoidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslation('payments');
  const write = useWrite(voidPayment, { onDone: onClose, toast: t('paymentVoided') });
  return (
    <ReasonDialog
      write={write}
      toInput={(reason) => ({ id: payment.id, reason })}
      title={t('voidPaymentTitle')}
      hint={t('voidPaymentHint')}
      yes={t('voidPayment')}
      destroys
      onClose={onClose}
    />
  );
}

function EndRefundDialog({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const t = useTranslation('payments');
  const write = useWrite(closeRefund, { onDone: onClose, toast: t('refundMarkedFailed') });
  return (
    <ReasonDialog
      write={write}
      toInput={(reason) => ({ refundId: refund.id, reason })}
      title={t('failRefundTitle')}
      hint={t('failRefundHint')}
      yes={t('failRefund')}
      onClose={onClose}
    />
  );
}
