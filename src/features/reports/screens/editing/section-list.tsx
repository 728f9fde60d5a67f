import { memo } from 'react';
import { sectionProgress } from '#domain/reports/progress.ts';
import type { ReportSection } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconCheck, IconEyeOff } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';

/** The sections with their progress, for navigating the report. Saving alone does not render it again. */
export const SectionList = memo(function SectionList(props: {
  sections: readonly ReportSection[];
  /** By section; hidden ones have none. */
  numbers: ReadonlyMap<string, string>;
  current: string;
  onChoose: (sectionId: string) => void;
}) {
  const t = useTranslation('reports');
  return (
    <nav aria-label={t('view.sections')}>
      <ol className={classes.sections}>
        {props.sections.map((section) => {
          const { done, total } = sectionProgress(section);
          const deficiencies = deficienciesOf(section);
          const isDone = total > 0 && done === total;
          return (
            <li key={section.id}>
              <button
                type="button"
                className={classes.sectionButton}
                aria-current={section.id === props.current ? 'true' : undefined}
                data-hidden={section.hidden || undefined}
                onClick={() => props.onChoose(section.id)}
              >
                <span className={classes.number}>{props.numbers.get(section.id)}</span>
                <span className={classes.sectionName}>{section.name}</span>
                {deficiencies > 0 && (
                  <span className={classes.found} title={t('edit.deficiencies', { count: deficiencies })}>
                    {deficiencies}
                    <span className={classes.unseen}> {t('edit.deficiencies', { count: deficiencies })}</span>
                  </span>
                )}
                {section.hidden ? (
                  <IconEyeOff size={16} aria-label={t('edit.hidden')} />
                ) : isDone ? (
                  <IconCheck size={16} className={classes.done} aria-label={t('edit.allDone')} />
                ) : (
                  <span className={classes.count}>
                    {done}/{total}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
});

function deficienciesOf(section: ReportSection): number {
  const comments = section.items.flatMap((item) => item.comments);
  return comments.filter((comment) => comment.included && comment.kind === 3).length;
}
