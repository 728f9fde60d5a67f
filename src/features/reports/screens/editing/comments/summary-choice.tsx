import { Checkbox, NativeSelect } from '@mantine/core';
import { isInSummary } from '#domain/reports/report-summary.ts';
import { numberContent, type ReportComment, visibleContent } from '#domain/reports/reports.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import type { EditorState } from '../../work/editor-types.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

/** Chooses what the summary of this publication lists; hand-picked, the deficiencies are marked right here. */
export function SummaryChoice(props: {
  state: EditorState;
  value: SummaryMode;
  onChange: (mode: SummaryMode) => void;
}) {
  const t = useTranslation('reports');
  const { state, value, onChange } = props;
  const modes = (['automatic', 'hand_picked', 'off'] as const).map((mode) => ({
    value: mode,
    label: t(`summary.${mode}`),
  }));
  return (
    <div>
      <NativeSelect
        label={t('summary.label')}
        data={modes}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as SummaryMode)}
      />
      {value === 'hand_picked' && <Marks state={state} />}
    </div>
  );
}

function Marks({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const numbers = numberContent(state.content);
  const findings = visibleContent(state.content)
    .sections.flatMap((section) => section.items.flatMap((item) => item.comments))
    .filter((comment) => comment.kind === 3);
  if (findings.length === 0) return null;
  return (
    <fieldset className={classes.marks} aria-label={t('summary.pick')}>
      {findings.map((comment) => (
        <SummaryMark
          key={comment.id}
          comment={comment}
          label={`${numbers.get(comment.id)} ${comment.name}`}
        />
      ))}
    </fieldset>
  );
}

/** The mark of a deficiency for a hand-picked summary: by its severity until the inspector chooses. */
export function SummaryMark({ comment, label }: { comment: ReportComment; label: string }) {
  const { editor, settings, canEdit } = useEditorTools();
  const isIn = isInSummary(comment, 'hand_picked', settings.categories);
  return (
    <Checkbox
      className={classes.recipient}
      label={label}
      checked={isIn}
      disabled={!canEdit}
      onChange={() =>
        editor.change({ type: 'update_comment', comment_id: comment.id, changes: { in_summary: !isIn } })
      }
    />
  );
}
