import type { WebhookHeader } from './action-types.ts';

/** What is wrong with a header that a company adds to its webhooks: the field, and a sentence in English. */
export interface WebhookHeaderProblem {
  readonly field: 'name' | 'value';
  readonly message: string;
}

/** What identifies, signs, describes or transports the request. */
const ours =
  /^(?:webhook-.*|x-signature.*|x-event-id|host|date|content-.*|user-agent|expect|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Returns why a header may not be sent; null if it may. Letters outside ASCII have no agreed encoding in headers. */
export function headerProblem({ name, value }: WebhookHeader): WebhookHeaderProblem | null {
  if (ours.test(name)) return { field: 'name', message: 'This header is set by the system' };
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { field: 'name', message: 'Header name is not valid' };
  return /^[\t -~]*$/.test(value) ? null : { field: 'value', message: 'Not valid' };
}

/** Returns the problem of each header by its position; empty if all may be sent. */
export function headerProblems(headers: readonly WebhookHeader[]): Map<number, WebhookHeaderProblem> {
  const problems = new Map<number, WebhookHeaderProblem>();
  const seen = new Set<string>();
  headers.forEach((header, i) => {
    const key = header.name.toLowerCase();
    const problem: WebhookHeaderProblem | null = seen.has(key)
      ? { field: 'name', message: 'This header is there twice' }
      : headerProblem(header);
    if (problem) problems.set(i, problem);
    seen.add(key);
  });
  return problems;
}
