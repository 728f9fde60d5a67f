import { json, type SimReply } from '../kit/listener.ts';
import type { PaySimulator } from '../kit/provider.ts';
import { type DisputeRow, type SquareWorld, shownRefund, tell } from './book.ts';

/** What Square tells days after a refund or a payment. */
export function squareLater(world: SquareWorld): NonNullable<PaySimulator['later']> {
  return {
    failRefund(ref) {
      const refund = world.book.refunds.get(ref);
      if (!refund || refund.status === 'FAILED') return;
      refund.status = 'FAILED';
      refund.payment.refunded -= refund.amount;
      tell(world, 'refund.updated', 'refund', ref, { refund: shownRefund(refund) });
    },
    dispute(paymentId) {
      const payment = world.book.payments.get(paymentId);
      if (!payment) return;
      const { amount, currency } = payment;
      const row = { id: world.ids.text(22), paymentId, amount, currency, created: world.clock.iso() };
      world.book.disputes.set(row.id, row);
      tell(world, 'dispute.created', 'dispute', row.id, { dispute: shownDispute(row) });
    },
  };
}

/** The list of disputes, in one page. */
export function listDisputes(world: SquareWorld): SimReply {
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
