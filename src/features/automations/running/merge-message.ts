import type { GroupedAction } from '#domain/automations/decision-types.ts';
import { type Merged, type MergeValues, mergeTemplate } from '#domain/automations/placeholders.ts';
import { escapeHtml } from '#domain/text/rich-text.ts';

/** A message of an action, merged for one reader. */
export interface MergedMessage {
  subject: string;
  body: string;
  /** Placeholders that do not exist, and those without a value. */
  unknown: string[];
  empty: string[];
}

/** Merges subject and body of an email or a text. A reminder's email is plain text, an action's is HTML. */
export function mergeMessage(
  { action_type, subject, body_content }: Pick<GroupedAction, 'action_type' | 'subject' | 'body_content'>,
  values: MergeValues,
): MergedMessage {
  if (action_type === 2) {
    const { text, ...found } = mergeTemplate(body_content, values, 'text');
    return { subject: '', body: text, ...found };
  }
  const head = mergeTemplate(subject, values, 'subject');
  const body = mergeTemplate(asHtml(body_content), values, 'html');
  return { subject: head.text, body: body.text, ...found(head, body) };
}

function found(head: Merged, body: Merged): Pick<Merged, 'unknown' | 'empty'> {
  return {
    unknown: [...new Set([...head.unknown, ...body.unknown])],
    empty: [...new Set([...head.empty, ...body.empty])],
  };
}

/** Text without any tag becomes paragraphs. */
function asHtml(body: string): string {
  if (/<[a-z/!]/i.test(body)) return body;
  return body
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
