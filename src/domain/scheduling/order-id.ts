/** Order ids: suggested from a counter, editable, unique in a company. */

export const orderIdTaken = 'This order Id is already used';

/** Returns the suggested id of a new appointment: the company's prefix and the counter. */
export function suggestedOrderId(prefix: string, next: number): string {
  return `${prefix}${next}`;
}

/** Returns what is wrong with the format of an order id, or null: 1 to 30 characters. */
export function orderIdFormatProblem(orderId: string): string | null {
  const text = orderId.trim();
  if (text === '') return 'Information: order Id is required';
  return text.length <= 30 ? null : 'At most 30 characters';
}

/**
 * Returns what to do with a submitted order id: `use` it; take the `next` free one if it is the unedited suggestion and
 * was assigned elsewhere in the meantime; `refuse` an edited duplicate.
 */
export function resolveOrderId(input: {
  submitted: string;
  isTaken: boolean;
  /** The suggestion the dialog was opened with, if sent. */
  suggestion?: string | null;
}): 'use' | 'next' | 'refuse' {
  if (!input.isTaken) return 'use';
  return input.submitted.trim() === input.suggestion ? 'next' : 'refuse';
}

/** Returns the counter after this id was used: past its number if it came from the counter, else unchanged. */
export function nextOrderCounter(orderId: string, prefix: string, next: number): number {
  const number = orderId.startsWith(prefix) ? orderId.slice(prefix.length) : '';
  return /^\d{1,9}$/.test(number) && Number(number) === next ? next + 1 : next;
}
