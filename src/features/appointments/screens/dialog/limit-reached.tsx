import { isBuilt } from '#domain/base/built-features.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import classes from '../dialog.module.css';

/** The plan allows no further appointment; links to a larger one once plans can be changed. */
export function LimitReached({ onLeave }: { onLeave: () => void }) {
  const t = useTranslation('appointments');
  return (
    <div className={classes.banner}>
      <Notice
        tone="warn"
        action={
          isBuilt('subscription') && (
            <AppLink to="/subscription/upgrade" onClick={onLeave}>
              {t('upgrade')}
            </AppLink>
          )
        }
      >
        {t('limitReached')}
      </Notice>
    </div>
  );
}
