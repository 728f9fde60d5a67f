import type { WebhookHeader, WebhookRow } from './action-types.ts';

/** What is wrong with a header that a company adds to its webhooks: the field and why. */
export interface WebhookHeaderProblem {
  readonly field: 'name' | 'value';
  readonly why: keyof typeof webhookHeaderMessages;
}

/** A sentence for each problem, in English: the server translates what it sends. */
export const webhookHeaderMessages = {
  reserved: 'This header is set by the system',
  not_a_name: 'Header name is not valid',
  not_ascii: 'Not valid',
  twice: 'This header is listed twice',
} as const;

/** What identifies, signs, describes or transports the request. */
const ours =
  /^(?:webhook-.*|x-signature.*|x-event-id|host|date|content-.*|user-agent|expect|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Returns why a header may not be sent; null if it may. Letters outside ASCII have no agreed encoding in headers. */
export function headerProblem({ name, value }: WebhookHeader): WebhookHeaderProblem | null {
  if (ours.test(name)) return { field: 'name', why: 'reserved' };
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { field: 'name', why: 'not_a_name' };
  return /^[\t -~]*$/.test(value) ? null : { field: 'value', why: 'not_ascii' };
}

/** Returns the problem of each header by its position; empty if all may be sent. */
export function headerProblems(headers: readonly WebhookHeader[]): Map<number, WebhookHeaderProblem> {
  const problems = new Map<number, WebhookHeaderProblem>();
  const seen = new Set<string>();
  headers.forEach((header, i) => {
    const key = header.name.toLowerCase();
    const problem: WebhookHeaderProblem | null = seen.has(key)
      ? { field: 'name', why: 'twice' }
      : headerProblem(header);
    if (problem) problems.set(i, problem);
    seen.add(key);
  });
  return problems;
}

/** Returns the positions of rows whose key an earlier row has: they would hide each other. */
export function repeatedKeys(rows: readonly WebhookRow[]): Set<number> {
  const keys = rows.map((row) => row.key.trim());
  return new Set(keys.flatMap((key, i) => (key !== '' && keys.indexOf(key) < i ? [i] : [])));
}
