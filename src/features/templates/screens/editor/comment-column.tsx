import { Button } from '@mantine/core';
import type { CommentKind } from '#domain/reports/reports.ts';
import type { TemplateComment, TemplateItem } from '#domain/templates/template.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { useTranslation } from '#web/i18n.ts';
import { AddRow } from './add-row.tsx';
import { CommentRow } from './comment-row.tsx';
import classes from './editor.module.css';
import { useSelection } from './selection.ts';
import { useEditorTools } from './use-template-editor.ts';

const kinds: readonly CommentKind[] = [1, 2, 3];

interface Props {
  item: TemplateItem;
  /** The comment whose fields are shown. */
  open: string;
  onOpen: (id: string) => void;
}

/** The comments of the chosen item by kind; the fields of one of them below its name. */
export function CommentColumn({ item, open, onOpen }: Props) {
  const t = useTranslation('templates');
  const { isSelecting, setSelecting } = useSelection();
  return (
    <section className={classes.column} data-wide aria-label={t('editor.commentsOf', { name: item.name })}>
      <div className={classes.columnHead}>
        <h2 className={classes.columnTitle}>{item.name}</h2>
        {item.comments.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-md" onClick={() => setSelecting(!isSelecting)}>
            {t(isSelecting ? 'editor.doneSelecting' : 'editor.select')}
          </Button>
        )}
      </div>
      {kinds.map((kind) => (
        <KindGroup key={kind} item={item} kind={kind} open={open} onOpen={onOpen} />
      ))}
    </section>
  );
}

function KindGroup({ item, kind, open, onOpen }: Props & { kind: CommentKind }) {
  const t = useTranslation('templates');
  const { editor } = useEditorTools();
  const comments = item.comments
    .filter((comment) => comment.kind === kind)
    .sort((a, b) => a.position - b.position);
  const add = (name: string) => {
    const comment: Pick<TemplateComment, 'id' | 'item_id' | 'kind' | 'name' | 'is_default'> = {
      id: newRecordId(),
      item_id: item.id,
      kind,
      name,
      // A question is there to be answered; limitations and deficiencies are added where they apply.
      is_default: kind === 1,
    };
    editor.change({ type: 'add_comment', comment, after_id: comments.at(-1)?.id ?? null });
  };
  return (
    <div className={classes.kind}>
      <h3 className={classes.kindTitle} data-kind={kind}>
        {t(`editor.kinds.${kind}`)} <span className={classes.count}>{comments.length}</span>
      </h3>
      <ol className={classes.parts}>
        {comments.map((comment, index) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            siblings={comments}
            index={index}
            isOpen={comment.id === open}
            onOpen={() => onOpen(comment.id === open ? '' : comment.id)}
          />
        ))}
      </ol>
      <AddRow label={t(`editor.add.${kind}`)} onAdd={add} />
    </div>
  );
}
