import { json, type SimReply } from '../kit/listener.ts';
import type { PaySimulator } from '../kit/provider.ts';
import { type DisputeRow, type SquareState, sendNotice, serializeRefund } from './ledger.ts';

/** What Square reports days after a refund or a payment. */
export function squareDelayedEvents(world: SquareState): NonNullable<PaySimulator['delayedEvents']> {
  return {
    failRefund(ref) {
      const refund = world.book.refunds.get(ref);
      if (!refund || refund.status === 'FAILED') return;
      refund.status = 'FAILED';
      refund.payment.refunded -= refund.amount;
      sendNotice(world, 'refund.updated', 'refund', ref, { refund: serializeRefund(refund) });
    },
    dispute(paymentId) {
      const payment = world.book.payments.get(paymentId);
      if (!payment) return;
      const { amount, currency } = payment;
      const row = { id: world.ids.text(22), paymentId, amount, currency, created: world.clock.iso() };
      world.book.disputes.set(row.id, row);
      sendNotice(world, 'dispute.created', 'dispute', row.id, { dispute: shownDispute(row) });
    },
  };
}

/** Lists disputes in one page. */
export function listDisputes(world: SquareState): SimReply {
  const disputes = [...world.book.disputes.values()].map(shownDispute);
  return json(200, disputes.length > 0 ? { disputes } : {});
}

function shownDispute(row: DisputeRow): Record<string, unknown> {
  return {
    id: row.id,
    dispute_id: row.id,
    amount_money: { amount: row.amount, currency: row.currency },
    reason: 'NO_KNOWLEDGE',
    state: 'EVIDENCE_REQUIRED',
    disputed_payment: { payment_id: row.paymentId },
    card_brand: 'VISA',
    created_at: row.created,
    updated_at: row.created,
    location_id: 'L88917AVBK2S5',
    version: 1,
  };
}
