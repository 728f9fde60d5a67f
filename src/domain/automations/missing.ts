import type { Action } from './action-types.ts';
import type { MissingPart } from './decision-types.ts';

/** Returns what an action lacks to run (decisions G-AUT-4); empty for a complete one. */
export function missingIn(action: Action): MissingPart[] {
  if (action.action_type === 3) return isWebAddress(action.webhook_url) ? [] : ['url'];
  const missing: MissingPart[] = [];
  if (action.to_address.length === 0) missing.push('recipient');
  if (action.action_type === 1 && action.subject.trim() === '') missing.push('subject');
  if (isBlank(action.body_content)) missing.push('body');
  return missing;
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
