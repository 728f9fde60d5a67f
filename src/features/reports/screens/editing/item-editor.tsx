import { memo, useState } from 'react';
import { sortByPosition } from '#domain/base/ordered.ts';
import { isQuestion } from '#domain/reports/comment-choices.ts';
import { isAnswered, type ReportComment, type ReportItem, sortComments } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { CameraButton } from '../photos/camera-button.tsx';
import { usePhotoDrop } from '../photos/use-photo-drop.ts';
import { AddComment } from '../writing/add-comment.tsx';
import writing from '../writing/writing.module.css';
import { AnswerField } from './answers/answer-field.tsx';
import { RatingButtons } from './answers/rating-buttons.tsx';
import { CommentEditor } from './comments/comment-editor.tsx';
import classes from './editor.module.css';
import { ItemMenu } from './item-menu.tsx';
import { PhotoStrip } from './photos/photo-strip.tsx';

/** An item: rating, questions, findings, comment library and photos. */
export const ItemEditor = memo(function ItemEditor({ item, number }: { item: ReportItem; number: string }) {
  const t = useTranslation('reports');
  // A comment just added is expanded; the others stay collapsed.
  const [fresh, setFresh] = useState<string | null>(null);
  const comments = sortComments(item.comments);
  const questions = comments.filter(isQuestion);
  const included = comments.filter((comment) => comment.included && !isQuestion(comment));
  const media = sortByPosition(item.media);
  const drop = usePhotoDrop({ item_id: item.id, comment_id: null });
  return (
    <section
      className={classes.item}
      data-item={item.id}
      tabIndex={-1}
      aria-labelledby={`i${item.id}`}
      {...drop}
    >
      <div className={classes.itemHead}>
        <h3 id={`i${item.id}`} className={classes.itemTitle}>
          <span className={classes.number}>{number}</span> {item.name}
        </h3>
        <CameraButton itemId={item.id} commentId={null} subject={item.name} />
        {item.show_ratings && <RatingButtons item={item} />}
        <ItemMenu item={item} />
      </div>
      {questions.length > 0 && (
        <div className={classes.questions}>
          {questions.map((comment) => (
            <div key={comment.id} data-comment={comment.id} className={classes.question}>
              <AnswerField comment={comment} />
              <RequiredMark comment={comment} />
            </div>
          ))}
        </div>
      )}
      {included.length > 0 && (
        <section className={classes.comments} aria-label={`${item.name}: ${t('edit.found')}`}>
          {included.map((comment) => (
            <CommentEditor
              key={comment.id}
              comment={comment}
              media={media.filter((photo) => photo.comment_id === comment.id)}
              startsOpen={comment.id === fresh}
              {...neighbours(included, comment)}
            />
          ))}
        </section>
      )}
      <AddComment item={item} onAdded={setFresh} />
      <PhotoStrip
        itemId={item.id}
        commentId={null}
        media={media.filter((photo) => photo.comment_id === null)}
        subject={item.name}
      />
    </section>
  );
});

/** Says that a report is not complete without this answer, as long as it is missing. */
function RequiredMark({ comment }: { comment: ReportComment }) {
  const t = useTranslation('reports');
  if (!comment.is_required || isAnswered(comment)) return null;
  return <span className={writing.required}>{t('edit.required')}</span>;
}

/** The comments after which this one moves when moved up or down among its kind; `undefined` if it cannot be moved. */
function neighbours(all: readonly ReportComment[], comment: ReportComment) {
  const same = all.filter((one) => one.kind === comment.kind);
  const at = same.indexOf(comment);
  return { before: at > 0 ? (same[at - 2]?.id ?? null) : undefined, after: same[at + 1]?.id };
}
