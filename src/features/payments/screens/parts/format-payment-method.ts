import { gatewayNames, type PaymentType } from '#domain/payments/gateways.ts';
import type { Payment } from '../../contract.ts';

/** How money came: the card or the way in words, and through which gateway. */
export function formatPaymentMethod({ card_brand, card_last4, gateway }: Payment, method: string): string {
  const through = gateway === null ? '' : (gatewayNames[gateway as PaymentType] ?? '');
  const card = card_last4 ? `${card_brand} •••• ${card_last4}`.trim() : method;
  return [card, through].filter(Boolean).join(', ');
}
