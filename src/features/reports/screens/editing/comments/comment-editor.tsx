import { ActionIcon, Menu } from '@mantine/core';
import { memo, Suspense, useState } from 'react';
import type { CommentChanges } from '#domain/reports/operations/report-ops.ts';
import type { ReportComment, ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconDots,
  IconHistory,
  IconTrash,
  IconX,
} from '#web/ui/layout/icons.ts';
import { categoryTone } from '../../parts/category-tone.ts';
import { CameraButton } from '../../photos/camera-button.tsx';
import { usePhotoDrop } from '../../photos/use-photo-drop.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import { LibraryItems } from '../../writing/library-items.tsx';
import classes from '../editor.module.css';

const CommentFields = lazy(async () => ({ default: (await import('./comment-fields.tsx')).CommentFields }));

const HistoryDialog = lazy(async () => ({
  default: (await import('../../history/history-dialog.tsx')).HistoryDialog,
}));
const DefinitionDialog = lazy(async () => ({
  default: (await import('../../writing/definition-dialog.tsx')).DefinitionDialog,
}));

interface Props {
  comment: ReportComment;
  media: readonly ReportMedia[];
  /** Neighbors of the same kind, for moving it. */
  before: string | null | undefined;
  after: string | undefined;
  startsOpen: boolean;
}

/** Editor of a limitation, deficiency or note in the report: text, location, severity, contractor, cost and photos. */
export const CommentEditor = memo(function CommentEditor(props: Props) {
  const { comment, media } = props;
  const { editor } = useEditorTools();
  const [isOpen, setOpen] = useState(props.startsOpen);
  const tone = comment.kind === 3 ? categoryTone(comment.category) : 'mute';
  const panel = `panel-${comment.id}`;
  const change = (changes: CommentChanges) => {
    editor.change({ type: 'update_comment', comment_id: comment.id, changes });
  };
  const drop = usePhotoDrop({ item_id: comment.item_id, comment_id: comment.id }, () => setOpen(true));
  return (
    <section
      className={classes.comment}
      data-tone={tone}
      data-comment={comment.id}
      aria-label={comment.name}
      {...drop}
    >
      <div className={classes.commentHead}>
        <button
          type="button"
          className={classes.commentToggle}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={18} className={classes.chevron} aria-hidden />
          <CommentName comment={comment} photos={media.filter(({ kind }) => kind === 'photo').length} />
        </button>
        <CameraButton itemId={comment.item_id} commentId={comment.id} subject={comment.name} />
        <CommentMenu {...props} change={change} />
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
});

/** What a closed comment shows of itself; its photos are counted, because they are seen only when it is open. */
function CommentName({ comment, photos }: { comment: ReportComment; photos: number }) {
  const t = useTranslation('reports');
  const { settings } = useEditorTools();
  const category = settings.categories.find((one) => one.category === (comment.category ?? 2));
  const kind = comment.kind === 3 ? category?.name : t(`kind.${comment.kind}`);
  const count = photos > 0 && t('edit.photos', { count: photos });
  return (
    <span className={classes.commentName}>
      {comment.name}
      <span className={classes.commentMeta}>
        {[kind, ...comment.locations, count].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

function CommentMenu({
  comment,
  before,
  after,
  change,
}: Pick<Props, 'comment' | 'before' | 'after'> & { change: (changes: CommentChanges) => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const [isUpdating, setUpdating] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const move = (after_id: string | null) =>
    editor.change({ type: 'move_comment', comment_id: comment.id, item_id: comment.item_id, after_id });
  return (
    <>
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
          <LibraryItems comment={comment} onUpdate={() => setUpdating(true)} />
          {before !== undefined && (
            <Menu.Item leftSection={<IconArrowUp size={16} />} onClick={() => move(before)}>
              {t('edit.moveUp')}
            </Menu.Item>
          )}
          {after !== undefined && (
            <Menu.Item leftSection={<IconArrowDown size={16} />} onClick={() => move(after)}>
              {t('edit.moveDown')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => setHistoryOpen(true)}>
            {t('history.menu')}
          </Menu.Item>
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
      {isUpdating && (
        <Suspense>
          <DefinitionDialog comment={comment} onClose={() => setUpdating(false)} />
        </Suspense>
      )}
      {isHistoryOpen && (
        <Suspense>
          <HistoryDialog part={{ what: 'comment', ...comment }} onClose={() => setHistoryOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
