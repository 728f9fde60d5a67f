import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from './report.module.css';

/** Bar at the bottom of the window: a newer version was published and can be shown. */
export function NewerVersion({ onShow }: { onShow: () => void }) {
  const t = useTranslation('reports');
  return (
    <div className={classes.newer} role="status">
      <Notice
        tone="info"
        action={
          <button type="button" className={classes.secondary} onClick={onShow}>
            {t('view.showNewer')}
          </button>
        }
      >
        {t('view.newer')}
      </Notice>
    </div>
  );
}
