import { ActionIcon, Menu } from '@mantine/core';
import { lazy, memo, Suspense, useState } from 'react';
import type { CommentChanges } from '#domain/reports/report-ops.ts';
import type { ReportComment, ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconDots,
  IconTrash,
  IconX,
} from '#web/ui/layout/icons.ts';
import { categoryTone } from '../parts/category-tone.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

const CommentFields = lazy(async () => ({ default: (await import('./comment-fields.tsx')).CommentFields }));

/** Editor of a limitation, deficiency or note in the report: text, location, severity, contractor, cost and photos. */
export const CommentEditor = memo(function CommentEditor(props: {
  comment: ReportComment;
  media: readonly ReportMedia[];
  /** Neighbors of the same kind, for moving it. */
  before: string | null | undefined;
  after: string | undefined;
  startsOpen: boolean;
}) {
  const { comment, media } = props;
  const t = useTranslation('reports');
  const { settings, editor } = useEditorTools();
  const [isOpen, setOpen] = useState(props.startsOpen);
  const tone = comment.kind === 3 ? categoryTone(comment.category) : 'mute';
  const category = settings.categories.find((one) => one.category === (comment.category ?? 2));
  const panel = `panel-${comment.id}`;
  return (
    <section className={classes.comment} data-tone={tone} data-comment={comment.id} aria-label={comment.name}>
      <div className={classes.commentHead}>
        <button
          type="button"
          className={classes.commentToggle}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
          <span className={classes.commentName}>
            {comment.name}
            <span className={classes.commentMeta}>
              {[comment.kind === 3 ? category?.name : t(`kind.${comment.kind}`), ...comment.locations]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('edit.more', { name: comment.name })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {props.before !== undefined && (
              <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => move(props.before ?? null)}>
                {t('edit.moveUp')}
              </Menu.Item>
            )}
            {props.after !== undefined && (
              <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => move(props.after ?? null)}>
                {t('edit.moveDown')}
              </Menu.Item>
            )}
            {comment.template_comment_id ? (
              <Menu.Item leftSection={<IconX size={16} />} onClick={() => change({ included: false })}>
                {t('edit.takeOut')}
              </Menu.Item>
            ) : (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => editor.change({ type: 'remove_comment', comment_id: comment.id })}
              >
                {t('edit.remove')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <CommentFields comment={comment} media={media} change={change} />
          </Suspense>
        )}
      </div>
    </section>
  );

  function change(changes: CommentChanges) {
    editor.change({ type: 'update_comment', comment_id: comment.id, changes });
  }
  function move(after_id: string | null) {
    editor.change({ type: 'move_comment', comment_id: comment.id, item_id: comment.item_id, after_id });
  }
});
