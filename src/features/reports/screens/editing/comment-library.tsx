import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { CommentKind, ReportComment, ReportItem } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronDown, IconPlus } from '#web/ui/layout/icons.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { categoryTone } from '../parts/category-tone.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

const kinds: readonly CommentKind[] = [3, 2, 1];

/** The template's comments for this item, each added with one tap, and a button to write a new one. */
export function CommentLibrary(props: {
  item: ReportItem;
  comments: readonly ReportComment[];
  onTaken: (commentId: string) => void;
}) {
  const { item, comments, onTaken } = props;
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  if (!canEdit) return null;
  function take(comment: ReportComment) {
    editor.change({ type: 'update_comment', comment_id: comment.id, changes: { included: true } });
    onTaken(comment.id);
  }
  return (
    <div className={classes.library}>
      <button
        type="button"
        className={classes.libraryToggle}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
        {comments.length > 0 ? t('edit.library', { count: comments.length }) : t('edit.addComment')}
      </button>
      <div id={panel} hidden={!isOpen} className={classes.libraryPanel}>
        {isOpen && (
          <>
            {comments.map((comment) => (
              <LibraryEntry key={comment.id} comment={comment} onTake={() => take(comment)} />
            ))}
            <OwnComment item={item} onTaken={onTaken} />
          </>
        )}
      </div>
    </div>
  );
}

function LibraryEntry({ comment, onTake }: { comment: ReportComment; onTake: () => void }) {
  const t = useTranslation('reports');
  const tone = comment.kind === 3 ? categoryTone(comment.category) : 'mute';
  return (
    <Checkbox
      classNames={{
        root: classes.libraryRow ?? '',
        labelWrapper: classes.grow ?? '',
        label: classes.libraryLabel ?? '',
      }}
      checked={false}
      onChange={onTake}
      label={
        <>
          <span className={classes.dot} data-tone={tone} aria-hidden />
          <span className={classes.libraryName}>
            {comment.name}
            <span className={classes.commentMeta}>{t(`kind.${comment.kind}`)}</span>
          </span>
        </>
      }
    />
  );
}

function OwnComment({ item, onTaken }: { item: ReportItem; onTaken: (commentId: string) => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<CommentKind>(3);
  function add(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    const id = newRecordId();
    editor.change({ type: 'add_comment', comment: { id, item_id: item.id, kind, name: name.trim() } });
    onTaken(id);
    setName('');
  }
  return (
    <form className={classes.own} onSubmit={add}>
      <fieldset className={`${classes.plain} ${classes.chips}`} aria-label={t('edit.kind')}>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            className={classes.chip}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {t(`kind.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className={classes.ownLine}>
        <TextInput
          aria-label={t('edit.ownName', { item: item.name })}
          placeholder={t('edit.ownHint')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
          className={classes.grow}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={name.trim() === ''}
        >
          {t('edit.add')}
        </Button>
      </div>
    </form>
  );
}
