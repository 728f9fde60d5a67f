import type { GroupedAction } from '#domain/automations/decision-types.ts';
import { type Merged, type MergeValues, mergeTemplate } from '#domain/automations/placeholders.ts';

/** A message of an action, merged for one reader. */
export interface MergedMessage {
  subject: string;
  body: string;
  /** Placeholders that do not exist, and those without a value. */
  unknown: string[];
  empty: string[];
}

/** Merges subject and body of an email, which is HTML, or of a text. */
export function mergeMessage(
  { action_type, subject, body_content }: Pick<GroupedAction, 'action_type' | 'subject' | 'body_content'>,
  values: MergeValues,
): MergedMessage {
  if (action_type === 2) {
    const { text, ...found } = mergeTemplate(body_content, values, 'text');
    return { subject: '', body: text, ...found };
  }
  const head = mergeTemplate(subject, values, 'subject');
  const body = mergeTemplate(body_content, values, 'html');
  return { subject: head.text, body: body.text, ...found(head, body) };
}

function found(head: Merged, body: Merged): Pick<Merged, 'unknown' | 'empty'> {
  return {
    unknown: [...new Set([...head.unknown, ...body.unknown])],
    empty: [...new Set([...head.empty, ...body.empty])],
  };
}
