import { Autocomplete, TagsInput } from '@mantine/core';
import type { CommentChanges } from '#domain/reports/operations/report-ops.ts';
import type { ReportComment, ReportMedia } from '#domain/reports/reports.ts';
import { isEmptyRichText, type RichText } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { AutosaveRichTextField } from '#web/ui/rich-text/autosave-rich-text-field.tsx';
import { AutosaveTextField } from '../../../../../web/ui/inputs/autosave-fields.tsx';
import { CostFields } from '../../../../../web/ui/inputs/cost-fields.tsx';
import { categoryTone } from '../../parts/category-tone.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';
import { CommentPhotos } from '../photos/comment-photos.tsx';
import { LocationField } from './location-field.tsx';
import { SummaryMark } from './summary-choice.tsx';

interface FieldsProps {
  comment: ReportComment;
  media: readonly ReportMedia[];
  change: (changes: CommentChanges) => void;
}

/** The fields of a finding. A separate chunk, fetched while the report opens. */
export function CommentFields({ comment, media, change }: FieldsProps) {
  const t = useTranslation('reports');
  const { settings, canEdit } = useEditorTools();
  const writeText = (text: RichText) => change({ text: isEmptyRichText(text) ? null : text });
  return (
    <div className={classes.fields}>
      <AutosaveTextField
        label={t('edit.name')}
        value={comment.name}
        maxLength={200}
        read={(text) => (text.trim() === '' ? { problem: t('edit.nameMissing') } : { value: text.trim() })}
        onCommit={(name) => change({ name })}
      />
      <AutosaveRichTextField
        label={t('edit.text')}
        value={comment.text}
        onCommit={writeText}
        disabled={!canEdit}
      />
      {comment.kind === 3 && <Severity comment={comment} change={change} />}
      {comment.kind === 3 && settings.summary === 'hand_picked' && (
        <SummaryMark comment={comment} label={t('summary.mark')} />
      )}
      <LocationField comment={comment} media={media} change={change} />
      {comment.kind === 3 && (
        <Autocomplete
          label={t('view.recommendation')}
          data={settings.recommendations}
          value={comment.recommendation}
          maxLength={120}
          onChange={(recommendation) => change({ recommendation })}
        />
      )}
      {comment.kind === 3 && settings.cost_estimator && (
        <CostFields
          comment={comment}
          change={change}
          labels={{
            min: t('edit.minCost'),
            max: t('edit.maxCost'),
            crossed: t('refused.costs'),
            notACost: t('edit.costProblem'),
          }}
        />
      )}
      <TagsInput
        label={t('edit.tags')}
        value={comment.tags}
        maxTags={40}
        maxLength={80}
        onChange={(tags) => change({ tags })}
        {...(comment.tags.length === 0 ? { placeholder: t('edit.tagsHint') } : {})}
      />
      <CommentPhotos comment={comment} media={media} />
    </div>
  );
}

function Severity({ comment, change }: Omit<FieldsProps, 'media'>) {
  const t = useTranslation('reports');
  const { settings } = useEditorTools();
  return (
    <fieldset className={classes.plain} aria-label={t('edit.severity')}>
      <div className={classes.fieldLabel}>{t('edit.severity')}</div>
      <div className={classes.chips}>
        {settings.categories.map(({ category, name }) => (
          <button
            key={category}
            type="button"
            className={classes.chip}
            data-tone={categoryTone(category)}
            aria-pressed={(comment.category ?? 2) === category}
            onClick={() => change({ category })}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
