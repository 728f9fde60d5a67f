import { asCents, fromCents } from '#domain/base/money.ts';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
import { ConflictNotice, RefusedNotice } from '#web/editing/change-notices.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { TemplateEditorState } from '../work/template-editor-types.ts';
import classes from './editor.module.css';
import { useEditorTools } from './use-template-editor.ts';

/** What the user must know or decide: conflicting fields, and words that could not be stored. */
export function EditorNotices({ state }: { state: TemplateEditorState }) {
  const t = useTranslation('templates');
  const format = useFormat();
  const { editor } = useEditorTools();
  const { conflicts, refused, stopped, content } = state;
  if (conflicts.length + refused.length === 0 && !stopped) return null;
  return (
    <div className={classes.notices}>
      {stopped && (
        <Notice tone="bad" isNews title={t('editor.stopped')}>
          {stopped.map((op) => (
            <div key={op.op_id}>{wordsOf(op, format.figure)}</div>
          ))}
        </Notice>
      )}
      {conflicts.map(({ op, by, at }) => (
        <ConflictNotice
          key={op.op_id}
          title={t('editor.conflict', {
            by: by || t('editor.someone'),
            what: nameOf(content, op),
            time: format.time(at),
          })}
          mine={t('editor.keepMine')}
          theirs={t('editor.takeTheirs')}
          onMine={() => editor.keepMine(op.op_id)}
          onTheirs={() => editor.takeTheirs(op.op_id)}
        >
          {wordsOf(op, format.figure)}
        </ConflictNotice>
      ))}
      {refused.map(({ op, reason }) => (
        <RefusedNotice
          key={op.op_id}
          title={reason in reasons ? t(reasons[reason] ?? '') : reason}
          dismiss={t('editor.dismiss')}
          onDismiss={() => editor.dismiss(op.op_id)}
        >
          {wordsOf(op, format.figure)}
        </RefusedNotice>
      ))}
    </div>
  );
}

/** Translates the domain's English messages; messages already translated by the server stay as they are. */
const reasons: Readonly<Record<string, string>> = {
  'This was removed from the template': 'editor.gone',
  'This template is full. Remove something first.': 'editor.full',
  'The minimum cost is higher than the maximum': 'editor.costsCrossed',
  'Two ratings have the same abbreviation': 'editor.sameRating',
};

function nameOf(content: TemplateContent, op: TemplateOp): string {
  if ('comment_id' in op) return commentsOf(content).find((each) => each.id === op.comment_id)?.name ?? '';
  if ('item_id' in op) return itemsOf(content).find((each) => each.id === op.item_id)?.name ?? '';
  if ('section_id' in op) return content.sections.find((each) => each.id === op.section_id)?.name ?? '';
  return content.name;
}

const wordless = new Set([
  'id',
  'op_id',
  'type',
  'item_id',
  'section_id',
  'comment_id',
  'after_id',
  'answer_type',
  'kind',
]);

/** The words of a change, with everything inside an added section or item, so that they can be read and copied. */
function wordsOf(op: TemplateOp, figure: (amount: number) => string): string {
  const text = wordsIn(op, figure).filter(Boolean).join(' · ').slice(0, 20_000);
  return text ? `“${text}”` : '';
}

function wordsIn(value: unknown, figure: (amount: number) => string): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, figure));
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'doc') return [toPlainText(value as RichText)];
  return Object.entries(value).flatMap(([field, inner]) => {
    if (wordless.has(field)) return [];
    const isCost = typeof inner === 'number' && field.endsWith('_cents');
    return isCost ? [figure(fromCents(asCents(inner)))] : wordsIn(inner, figure);
  });
}
