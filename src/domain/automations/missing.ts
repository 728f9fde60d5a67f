import type { Action } from './action-types.ts';
import type { MissingPart } from './decision-types.ts';
import { checkWebhookUrl, resolveWebhookUrl, type WebhookUrlProblem } from './webhook-url.ts';

/** Returns what an action lacks to run (decisions G-AUT-4); empty for a complete one. */
export function missingIn(action: Action): MissingPart[] {
  if (action.action_type === 3) return isWebAddress(action.webhook_url) ? [] : ['url'];
  const missing: MissingPart[] = [];
  if (action.to_address.length === 0) missing.push('recipient');
  if (action.action_type === 1 && action.subject.trim() === '') missing.push('subject');
  if (isBlank(action.body_content)) missing.push('body');
  return missing;
}

/**
 * Returns why webhooks to this URL are refused when they are due, or null. The private receivers of the demo and of tests are
 * unknown here.
 */
export function urlProblem(url: string): WebhookUrlProblem | null {
  // Only the server knows the public address of the application.
  return isWebAddress(url)
    ? (checkWebhookUrl(resolveWebhookUrl(url, 'https://gable.example.com'), []).problem ?? null)
    : 'not_a_url';
}

/** `{host}` alone is only the prefix of an address. */
function isWebAddress(url: string): boolean {
  return /^(?:https?:\/\/[^\s/?#]+|\{host\}\/[^\s/])/i.test(url.trim());
}

/** An empty editor leaves tags and spaces behind; a picture is content. */
function isBlank(body: string): boolean {
  if (/<img\b/i.test(body)) return false;
  return body.replace(/<[^<>]*>|&nbsp;|&#160;/g, ' ').trim() === '';
}
