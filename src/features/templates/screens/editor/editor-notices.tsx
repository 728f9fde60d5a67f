import { Button, Group } from '@mantine/core';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import type { TemplateOp } from '#domain/templates/template-ops.ts';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
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
            <div key={op.op_id}>{wordsOf(op)}</div>
          ))}
        </Notice>
      )}
      {conflicts.map(({ op, by, at }) => (
        <Notice
          key={op.op_id}
          tone="warn"
          isNews
          title={t('editor.conflict', {
            by: by || t('editor.someone'),
            what: nameOf(content, op),
            time: format.time(at),
          })}
          action={
            <Group gap={8}>
              <Button size="compact-md" variant="default" onClick={() => editor.keepMine(op.op_id)}>
                {t('editor.keepMine')}
              </Button>
              <Button size="compact-md" variant="default" onClick={() => editor.takeTheirs(op.op_id)}>
                {t('editor.takeTheirs')}
              </Button>
            </Group>
          }
        >
          {wordsOf(op)}
        </Notice>
      ))}
      {refused.map(({ op, reason }) => (
        <Notice
          key={op.op_id}
          tone="bad"
          isNews
          title={reason in reasons ? t(reasons[reason] ?? '') : reason}
          action={
            <Button size="compact-md" variant="default" onClick={() => editor.dismiss(op.op_id)}>
              {t('editor.dismiss')}
            </Button>
          }
        >
          {wordsOf(op)}
        </Notice>
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

/** The words of a change, so that they can be read and copied. */
function wordsOf(op: TemplateOp): string {
  const source: object =
    op.type === 'add_comment'
      ? op.comment
      : op.type === 'add_item'
        ? op.item
        : op.type === 'add_section'
          ? op.section
          : 'changes' in op
            ? op.changes
            : {};
  const words = Object.entries(source).flatMap(([field, value]): string[] => {
    if (['id', 'item_id', 'section_id', 'kind', 'answer_type'].includes(field)) return [];
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return [value.filter((each) => typeof each === 'string').join(', ')];
    return typeof value === 'object' && value !== null ? [toPlainText(value as RichText)] : [];
  });
  const text = words.filter(Boolean).join(' · ').slice(0, 2000);
  return text ? `“${text}”` : '';
}
