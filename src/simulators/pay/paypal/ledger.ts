import { createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SimClock } from '../kit/clock.ts';
import { hex, type SimIds, upper } from '../kit/ids.ts';
import type { Signer, SimWebhooks } from '../kit/webhooks.ts';

export interface CaptureRow {
  id: string;
  status: 'COMPLETED' | 'DECLINED';
  refunded: number;
  refunds: { id: string; amount: number; status: 'COMPLETED' | 'FAILED'; created: string }[];
  created: string;
}

export interface OrderRow {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'CREATED' | 'APPROVED' | 'COMPLETED';
  amount: number;
  currency: string;
  customId: string | null;
  invoiceId: string | null;
  returnUrl: string;
  cancelUrl: string;
  capture: CaptureRow | null;
  /** The next capture is declined: "wrong funding source". */
  isRefusedOnce: boolean;
  created: string;
  approvedMs: number | null;
}

/** A dispute as in the API and the webhook. */
export interface DisputeRow {
  id: string;
  captureId: string;
  amount: { currency_code: string; value: string };
  created: string;
}

export interface PaypalLedger {
  readonly orders: Map<string, OrderRow>;
  readonly disputes: Map<string, DisputeRow>;
  readonly tokens: Map<string, number>;
  readonly hooks: Map<string, { id: string; url: string; events: string[] }>;
  /** PayPal-Request-Id: request and stored reply. */
  readonly keys: Map<string, { request: string; status: number; body: string }>;
}

/** Returns a ledger without entries. */
export function emptyLedger(): PaypalLedger {
  return { orders: new Map(), disputes: new Map(), tokens: new Map(), hooks: new Map(), keys: new Map() };
}

export interface PaypalState {
  book: PaypalLedger;
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly webhooks: SimWebhooks;
  readonly pair: { publicKey: KeyObject; privateKey: KeyObject };
  apiUrl(): string;
  publicUrl(): string;
}

/** Creates the keys that sign webhooks. */
export const newKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
/** Seventeen capital letters and digits. */
export const newPaypalId = (ids: SimIds) => ids.text(17, upper);

const money = (minor: number, currency: string) => ({
  currency_code: currency,
  value: (minor / 100).toFixed(2),
});

/** Serializes an order as in the API. */
export function serializeOrder(world: PaypalState, order: OrderRow): Record<string, unknown> {
  const self = `${world.apiUrl()}/v2/checkout/orders/${order.id}`;
  const approve = `${world.publicUrl()}/hosted/paypal/approve/${order.id}`;
  const waits = order.status === 'PAYER_ACTION_REQUIRED' || order.status === 'CREATED';
  const rel = order.status === 'CREATED' ? 'approve' : 'payer-action';
  const { capture } = order;
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(waits ? {} : { payer: { payer_id: 'SIMPAYER00001', email_address: 'payer@personal.example.com' } }),
    purchase_units: [
      {
        reference_id: 'default',
        ...(order.customId ? { custom_id: order.customId } : {}),
        ...(order.invoiceId ? { invoice_id: order.invoiceId } : {}),
        amount: money(order.amount, order.currency),
        ...(capture
          ? {
              payments: {
                captures: [serializeCapture(world, order, capture)],
                ...(capture.refunds.length > 0
                  ? { refunds: capture.refunds.map((one) => serializeRefund(world, order, capture, one)) }
                  : {}),
              },
            }
          : {}),
      },
    ],
    create_time: order.created,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      ...(waits ? [{ href: approve, rel, method: 'GET' }] : []),
    ],
  };
}

/** Returns a capture as the API shows it, with its fee and what was refunded. */
export function serializeCapture(
  world: PaypalState,
  order: OrderRow,
  capture: CaptureRow,
): Record<string, unknown> {
  const fee = Math.round(order.amount * 0.0349) + 49;
  const back = capture.refunded >= order.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return {
    id: capture.id,
    status: capture.refunded > 0 ? back : capture.status,
    amount: money(order.amount, order.currency),
    final_capture: true,
    ...(order.customId ? { custom_id: order.customId } : {}),
    ...(order.invoiceId ? { invoice_id: order.invoiceId } : {}),
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    seller_receivable_breakdown: {
      gross_amount: money(order.amount, order.currency),
      paypal_fee: money(fee, order.currency),
      net_amount: money(order.amount - fee, order.currency),
    },
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: capture.created,
    update_time: capture.created,
    links: [
      { href: `${world.apiUrl()}/v2/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
      { href: `${world.apiUrl()}/v2/payments/captures/${capture.id}/refund`, rel: 'refund', method: 'POST' },
      { href: `${world.apiUrl()}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** Returns a refund as the API shows it. */
export function serializeRefund(
  world: PaypalState,
  order: OrderRow,
  capture: CaptureRow,
  refund: CaptureRow['refunds'][number],
): Record<string, unknown> {
  return {
    id: refund.id,
    status: refund.status,
    amount: money(refund.amount, order.currency),
    create_time: refund.created,
    update_time: refund.created,
    links: [
      { href: `${world.apiUrl()}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${world.apiUrl()}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' },
    ],
  };
}

/** Sends an event to each webhook that subscribes to its type. */
export function sendNotice(world: PaypalState, type: string, resourceType: string, resource: unknown): void {
  const id = `WH-${world.ids.text(17, upper)}-${world.ids.text(17, upper)}`;
  const event = {
    id,
    event_version: '1.0',
    create_time: world.clock.iso(),
    resource_type: resourceType,
    event_type: type,
    summary: type,
    resource,
    links: [{ href: `${world.apiUrl()}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' }],
  };
  for (const hook of world.book.hooks.values()) {
    if (!hook.events.includes(type) && !hook.events.includes('*')) continue;
    world.webhooks.emit({ id, type, url: hook.url, body: JSON.stringify(event), endpoint: hook.id });
  }
}

/** Returns the signed text: id, time, webhook and the body's CRC-32 as unsigned decimal. */
export function buildSignedText(id: string, time: string, webhookId: string, body: string): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`;
}

/** Signs with the simulator's own key. */
export function paypalSigner(pair: PaypalState['pair'], ids: SimIds, certUrl: () => string): Signer {
  return (event, atMs) => {
    const id = `${ids.text(8, hex)}-0000-11f0-8000-${ids.text(12, hex)}`;
    const time = new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z');
    const text = buildSignedText(id, time, event.endpoint, event.body);
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(text).sign(pair.privateKey, 'base64'),
      'paypal-cert-url': certUrl(),
      'paypal-auth-algo': 'SHA256withRSA',
    };
  };
}

/** Whether the text was signed with the simulator’s key. */
export function isSignatureValid(pair: PaypalState['pair'], text: string, signature: string): boolean {
  return createVerify('RSA-SHA256').update(text).verify(pair.publicKey, signature, 'base64');
}
