import { json, type SimCall, type SimReply } from '../kit/listener.ts';
import type { PaySimulator } from '../kit/provider.ts';
import { type DisputeRow, newPaypalId, type PaypalState, sendNotice, serializeRefund } from './ledger.ts';

/** What PayPal reports days after a refund or a payment. */
export function paypalDelayedEvents(world: PaypalState): NonNullable<PaySimulator['delayedEvents']> {
  return {
    failRefund(ref) {
      for (const order of world.book.orders.values()) {
        const refund = order.capture?.refunds.find((one) => one.id === ref);
        if (!order.capture || !refund || refund.status === 'FAILED') continue;
        refund.status = 'FAILED';
        order.capture.refunded -= refund.amount;
        sendNotice(
          world,
          'PAYMENT.REFUND.FAILED',
          'refund',
          serializeRefund(world, order, order.capture, refund),
        );
      }
    },
    dispute(captureId) {
      const order = [...world.book.orders.values()].find((one) => one.capture?.id === captureId);
      if (!order) return;
      const row = {
        id: `PP-R-${newPaypalId(world.ids).slice(0, 3)}-10000001`,
        captureId,
        amount: { currency_code: order.currency, value: (order.amount / 100).toFixed(2) },
        created: world.clock.iso(),
      };
      world.book.disputes.set(row.id, row);
      sendNotice(world, 'CUSTOMER.DISPUTE.CREATED', 'dispute', shownDispute(row));
    },
  };
}

/** Lists disputes, filtered by their transaction if requested. */
export function listDisputes(world: PaypalState, call: SimCall): SimReply {
  const about = call.query.get('disputed_transaction_id');
  const items = [...world.book.disputes.values()]
    .filter((one) => about === null || one.captureId === about)
    .map((one) => ({
      dispute_id: one.id,
      reason: 'UNAUTHORISED',
      status: 'OPEN',
      dispute_amount: one.amount,
    }));
  return json(200, { items, links: [] });
}

function shownDispute(row: DisputeRow): Record<string, unknown> {
  return {
    dispute_id: row.id,
    create_time: row.created,
    update_time: row.created,
    disputed_transactions: [
      {
        seller_transaction_id: row.captureId,
        create_time: row.created,
        transaction_status: 'COMPLETED',
        gross_amount: row.amount,
        buyer: { name: 'Simulated Payer' },
        seller: { merchant_id: 'SIMMERCHANT01', name: 'Simulated Company' },
        seller_protection_eligible: true,
      },
    ],
    reason: 'UNAUTHORISED',
    status: 'OPEN',
    dispute_amount: row.amount,
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [],
  };
}
