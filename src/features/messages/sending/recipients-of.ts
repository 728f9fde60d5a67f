import { addressesIn } from '../events/record-message-event.ts';

/** A message that a user has just queued. */
export interface SentByHand {
  id: string;
  channel: 'email' | 'text';
  template_key: string;
  person_id: string | null;
  to_address: string;
  cc_address: string;
  bcc_address: string;
}

/** The addresses that get a message, copies included. */
export function recipientsOf(
  message: Pick<SentByHand, 'to_address' | 'cc_address' | 'bcc_address'>,
): string[] {
  const { to_address, cc_address, bcc_address } = message;
  return [...new Set(addressesIn([to_address, cc_address, bcc_address].join(',')))];
}
