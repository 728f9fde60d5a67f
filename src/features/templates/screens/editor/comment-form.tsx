import { Autocomplete, Checkbox, Group, SegmentedControl, Select, TagsInput } from '@mantine/core';
import { type AnswerType, answerTypes, type CommentKind } from '#domain/reports/reports.ts';
import type { TemplateComment } from '#domain/templates/template.ts';
import type { CommentChanges } from '#domain/templates/template-ops.ts';
import { isEmptyRichText } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { AutosaveTextField } from '#web/ui/inputs/autosave-fields.tsx';
import { CostFields } from '#web/ui/inputs/cost-fields.tsx';
import { AutosaveRichTextField } from '#web/ui/rich-text/autosave-rich-text-field.tsx';
import classes from './editor.module.css';
import { useEditorTools } from './use-template-editor.ts';

interface Props {
  comment: TemplateComment;
}

interface FieldProps extends Props {
  change: (changes: CommentChanges) => void;
}

/** The fields of a comment, saved as they are typed. */
export function CommentForm({ comment }: Props) {
  const t = useTranslation('templates');
  const { editor, choices } = useEditorTools();
  const change = (changes: CommentChanges) => {
    editor.change({ type: 'update_comment', comment_id: comment.id, changes });
  };
  return (
    <div className={classes.form}>
      <AutosaveTextField
        label={t('name')}
        value={comment.name}
        maxLength={200}
        read={(text) => (text.trim() === '' ? { problem: t('editor.nameMissing') } : { value: text.trim() })}
        onCommit={(name) => change({ name })}
      />
      <KindField comment={comment} change={change} />
      {comment.kind === 1 && <AnswerFields comment={comment} change={change} />}
      <AutosaveRichTextField
        label={t('editor.text')}
        value={comment.default_text}
        onCommit={(text) => change({ default_text: isEmptyRichText(text) ? null : text })}
      />
      {comment.kind === 3 && <DefectFields comment={comment} change={change} />}
      <Autocomplete
        label={t('editor.location')}
        data={choices.location_tags}
        value={comment.default_location}
        maxLength={80}
        onChange={(default_location) => change({ default_location })}
      />
      <TagsInput
        label={t('editor.tags')}
        value={comment.tags}
        maxTags={40}
        onChange={(tags) => change({ tags: tags.map((tag) => tag.slice(0, 80)) })}
      />
      <Group gap={20}>
        <Checkbox
          label={t('editor.isDefault')}
          checked={comment.is_default}
          onChange={(event) => change({ is_default: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('editor.isRequired')}
          checked={comment.is_required}
          onChange={(event) => change({ is_required: event.currentTarget.checked })}
        />
      </Group>
    </div>
  );
}

function KindField({ comment, change }: FieldProps) {
  const t = useTranslation('templates');
  return (
    <SegmentedControl
      aria-label={t('editor.kind')}
      value={String(comment.kind)}
      onChange={(kind) => change({ kind: Number(kind) as CommentKind })}
      data={['1', '2', '3'].map((value) => ({ value, label: t(`kind.${value}`) }))}
    />
  );
}

function AnswerFields({ comment, change }: FieldProps) {
  const t = useTranslation('templates');
  const hasOptions = comment.answer_type === 'choice' || comment.answer_type === 'multi';
  return (
    <>
      <Select
        label={t('editor.answer')}
        allowDeselect={false}
        value={comment.answer_type}
        data={answerTypes.map((value) => ({ value, label: t(`editor.answers.${value}`) }))}
        onChange={(value) => value && change({ answer_type: value as AnswerType })}
      />
      {hasOptions && (
        <TagsInput
          label={t('editor.options')}
          description={t('editor.optionsHint')}
          value={comment.options}
          maxTags={60}
          onChange={(options) => change({ options: options.map((option) => option.slice(0, 80)) })}
        />
      )}
    </>
  );
}

function DefectFields({ comment, change }: FieldProps) {
  const t = useTranslation('templates');
  const { choices } = useEditorTools();
  return (
    <>
      <Select
        label={t('editor.category')}
        allowDeselect={false}
        value={String(comment.category ?? 2)}
        data={choices.categories.map(({ category, name }) => ({ value: String(category), label: name }))}
        onChange={(category) => category && change({ category: Number(category) })}
      />
      <Autocomplete
        label={t('editor.recommendation')}
        data={choices.recommendations}
        value={comment.recommendation}
        maxLength={120}
        onChange={(recommendation) => change({ recommendation })}
      />
      {choices.cost_estimator && (
        <CostFields
          comment={comment}
          change={change}
          labels={{
            min: t('editor.minCost'),
            max: t('editor.maxCost'),
            crossed: t('editor.costsCrossed'),
            notACost: t('editor.notACost'),
          }}
        />
      )}
    </>
  );
}
