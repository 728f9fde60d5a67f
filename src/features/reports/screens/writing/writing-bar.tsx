import type { ReportSection } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronLeft, IconChevronRight, IconChevronUp, IconListCheck } from '#web/ui/layout/icons.ts';
import classes from './writing.module.css';

/** What a thumb needs while writing on a phone, in place of the app's own bar: sections and the next missing part. */
export function WritingBar(props: {
  sections: readonly ReportSection[];
  at: number;
  missing: number;
  onChoose: (id: string) => void;
  onList: () => void;
  onMissing: () => void;
}) {
  const { sections, at, missing, onChoose } = props;
  const t = useTranslation('reports');
  const [before, after] = [sections[at - 1], sections[at + 1]];
  return (
    <nav className={classes.bar} aria-label={t('edit.bar')} data-writing-bar>
      <button
        type="button"
        className={classes.barButton}
        aria-label={before ? t('edit.goTo', { name: before.name }) : t('edit.previousSection')}
        disabled={!before}
        onClick={() => before && onChoose(before.id)}
      >
        <IconChevronLeft size={24} aria-hidden />
      </button>
      <button
        type="button"
        className={`${classes.barButton} ${classes.barSection}`}
        aria-haspopup="dialog"
        onClick={props.onList}
      >
        <span className={classes.barName}>{sections[at]?.name}</span>
        <span>
          {t('edit.sectionOf', { n: at + 1, total: sections.length })} <IconChevronUp size={12} aria-hidden />
        </span>
      </button>
      <button
        type="button"
        className={classes.barButton}
        aria-label={t('edit.nextMissingOf', { count: missing })}
        disabled={missing === 0}
        onClick={props.onMissing}
      >
        <IconListCheck size={22} aria-hidden />
        <span aria-hidden>{missing}</span>
      </button>
      <button
        type="button"
        className={classes.barButton}
        aria-label={after ? t('edit.goTo', { name: after.name }) : t('edit.nextSection')}
        disabled={!after}
        onClick={() => after && onChoose(after.id)}
      >
        <IconChevronRight size={24} aria-hidden />
      </button>
    </nav>
  );
}
