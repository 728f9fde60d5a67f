import { gatewayNames, type PaymentType } from '#domain/payments/gateways.ts';
import type { Payment } from '../../contract.ts';

/** Formats how a payment was made: the card or the method's label, and the gateway. */
export function formatPaymentMethod({ card_brand, card_last4, gateway }: Payment, method: string): string {
  const through = gateway === null ? '' : (gatewayNames[gateway as PaymentType] ?? '');
  const card = card_last4 ? `${card_brand} •••• ${card_last4}`.trim() : method;
  return [card, through].filter(Boolean).join(', ');
}
