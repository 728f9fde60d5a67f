import { Checkbox, Menu } from '@mantine/core';
import { memo, Suspense, useState } from 'react';
import type { TemplateComment } from '#domain/templates/template.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { before } from './dropped-change.ts';
import classes from './editor.module.css';
import { PartRow } from './part-row.tsx';
import { useSelection } from './selection.ts';
import { useEditorTools } from './use-template-editor.ts';

const CommentForm = lazy(async () => ({ default: (await import('./comment-form.tsx')).CommentForm }));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

interface Props {
  comment: TemplateComment;
  /** The comments of its kind and item, in order. */
  siblings: readonly TemplateComment[];
  index: number;
  isOpen: boolean;
  onOpen: () => void;
}

/** One comment: its name and marks, and its fields while it is open. */
export const CommentRow = memo(function CommentRow({ comment, siblings, index, isOpen, onOpen }: Props) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const { isSelecting, ids, toggle } = useSelection();
  const [isMoving, setMoving] = useState(false);
  const { id, item_id, name } = comment;
  const copy = () => {
    const { position: _, ...made } = { ...comment, id: newRecordId(), name: t('editor.copyName', { name }) };
    editor.change({ type: 'add_comment', comment: made, after_id: id });
  };
  return (
    <PartRow
      id={id}
      name={name}
      index={index}
      count={siblings.length}
      group={`${item_id}:${comment.kind}`}
      type={`comment:${comment.kind}`}
      isCurrent={isOpen}
      expanded={isOpen}
      lead={
        isSelecting && (
          <Checkbox
            aria-label={t('editor.selectComment', { name })}
            checked={ids.has(id)}
            onChange={(event) => toggle([id], event.currentTarget.checked)}
          />
        )
      }
      meta={<Marks comment={comment} />}
      onOpen={onOpen}
      onRename={(next) => editor.change({ type: 'update_comment', comment_id: id, changes: { name: next } })}
      onMove={(by) =>
        editor.change({
          type: 'move_comment',
          comment_id: id,
          item_id,
          after_id: before(siblings, id, index + by),
        })
      }
      menu={
        <>
          <Menu.Item onClick={() => setMoving(true)}>{t('editor.moveTo')}</Menu.Item>
          <Menu.Item onClick={copy}>{t('editor.duplicate')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => editor.change({ type: 'remove_comment', comment_id: id })}>
            {t('editor.delete')}
          </Menu.Item>
        </>
      }
    >
      {isOpen && (
        <Suspense>
          <CommentForm comment={comment} />
        </Suspense>
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog comments={[id]} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </PartRow>
  );
});

function Marks({ comment }: { comment: TemplateComment }) {
  const t = useTranslation('templates');
  const { choices } = useEditorTools();
  const category = choices.categories.find((each) => each.category === comment.category);
  return (
    <span className={classes.marks}>
      {comment.kind === 3 && category && (
        <span className={classes.mark} data-category={category.category}>
          {category.name}
        </span>
      )}
      {comment.is_required && <span className={classes.mark}>{t('editor.required')}</span>}
    </span>
  );
}
