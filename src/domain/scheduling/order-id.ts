/** Order ids: suggested from a counter, free to be edited, unique in a company. */

export const orderIdTaken = 'This order Id is already used';

/** The id suggested for a new appointment: the company's prefix and the counter. */
export function suggestedOrderId(prefix: string, next: number): string {
  return `${prefix}${next}`;
}

/** What is wrong with the text of an order id, or null: 1 to 30 characters. */
export function orderIdFormatProblem(orderId: string): string | null {
  const text = orderId.trim();
  if (text === '') return 'Information: order Id is required';
  return text.length <= 30 ? null : 'At most 30 characters';
}

/**
 * What to do with a submitted order id: `use` it; take the `next` free one, when it is the untouched suggestion that
 * somebody else got meanwhile; `refuse` an edited duplicate.
 */
export function resolveOrderId(input: {
  submitted: string;
  isTaken: boolean;
  /** The suggestion the dialog was opened with, when it is sent along. */
  suggestion?: string | null;
}): 'use' | 'next' | 'refuse' {
  if (!input.isTaken) return 'use';
  return input.submitted.trim() === input.suggestion ? 'next' : 'refuse';
}

/** The counter after that id was used: past its number when it is one of the counter's own, else unchanged. */
export function nextOrderCounter(orderId: string, prefix: string, next: number): number {
  const number = orderId.startsWith(prefix) ? orderId.slice(prefix.length) : '';
  return /^\d{1,9}$/.test(number) && Number(number) === next ? next + 1 : next;
}
