import { Suspense } from 'react';
import type { Answer, ReportComment } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AutosaveNumberField, AutosaveTextField } from '../../../../../web/ui/inputs/autosave-fields.tsx';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';
import { RangeAnswer, type StoredRange } from './range-answer.tsx';

// Few questions ask for a date.
const DateAnswer = lazy(async () => ({ default: (await import('./date-answer.tsx')).DateAnswer }));

/** The input for a question, by its answer type. Answering includes the question in the report. */
export function AnswerField({ comment }: { comment: ReportComment }) {
  const { editor } = useEditorTools();
  const answer = (value: Answer) =>
    editor.change({
      type: 'update_comment',
      comment_id: comment.id,
      changes: { answer: value, ...(comment.included ? {} : { included: true }) },
    });
  switch (comment.answer_type) {
    case 'choice':
    case 'multi':
      return <Choices comment={comment} answer={answer} />;
    case 'yes_no':
      return <YesNo comment={comment} answer={answer} />;
    case 'number':
    case 'temperature':
      return <NumberAnswer comment={comment} answer={answer} />;
    case 'range':
      return <RangeAnswer name={comment.name} given={comment.answer as StoredRange} answer={answer} />;
    case 'date':
      return (
        <Suspense>
          <DateAnswer comment={comment} answer={answer} />
        </Suspense>
      );
    default:
      return (
        <AutosaveTextField
          label={comment.name}
          value={typeof comment.answer === 'string' ? comment.answer : ''}
          maxLength={2000}
          read={(text) => ({ value: text.trim() === '' ? '' : text })}
          onCommit={(text) => answer(text === '' ? null : text)}
        />
      );
  }
}

interface FieldProps {
  comment: ReportComment;
  answer: (value: Answer) => void;
}

function Choices({ comment, answer }: FieldProps) {
  const isMulti = comment.answer_type === 'multi';
  const chosen = Array.isArray(comment.answer)
    ? comment.answer
    : comment.answer === null
      ? []
      : [String(comment.answer)];
  // A stored answer that is no longer an option stays visible.
  const options = [...new Set([...comment.options, ...chosen])];
  const toggle = (option: string) => {
    const isChosen = chosen.includes(option);
    if (!isMulti) return answer(isChosen ? null : option);
    return answer(
      isChosen
        ? chosen.filter((one) => one !== option)
        : options.filter((one) => one === option || chosen.includes(one)),
    );
  };
  return (
    <Chips
      label={comment.name}
      options={options.map((option) => ({ value: option, label: option }))}
      chosen={chosen}
      toggle={toggle}
    />
  );
}

function YesNo({ comment, answer }: FieldProps) {
  const t = useTranslation('reports');
  const options = [
    { value: 'yes', label: t('yes') },
    { value: 'no', label: t('no') },
  ];
  const chosen = comment.answer === true ? ['yes'] : comment.answer === false ? ['no'] : [];
  return (
    <Chips
      label={comment.name}
      options={options}
      chosen={chosen}
      toggle={(value) => answer(chosen.includes(value) ? null : value === 'yes')}
    />
  );
}

function Chips(props: {
  label: string;
  options: { value: string; label: string }[];
  chosen: readonly string[];
  toggle: (value: string) => void;
}) {
  return (
    <fieldset className={classes.plain} aria-label={props.label}>
      <div className={classes.fieldLabel}>{props.label}</div>
      <div className={classes.chips}>
        {props.options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.chip}
            aria-pressed={props.chosen.includes(value)}
            onClick={() => props.toggle(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function NumberAnswer({ comment, answer }: FieldProps) {
  return (
    <AutosaveNumberField
      label={comment.name}
      value={typeof comment.answer === 'number' ? comment.answer : null}
      onCommit={answer}
      {...(comment.answer_type === 'temperature' ? { unit: '°F' } : {})}
    />
  );
}
