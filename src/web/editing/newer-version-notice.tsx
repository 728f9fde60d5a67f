import { Button } from '@mantine/core';
import { useTranslation } from '../i18n.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import classes from './newer-version-notice.module.css';

/** Someone else has saved: offers to show that version, or to save the user's own over it. */
export function NewerVersionNotice(props: { title?: string; onShow: () => void; onSaveMine: () => void }) {
  const t = useTranslation('web');
  return (
    <Notice
      tone="warn"
      isNews
      title={props.title ?? t('late')}
      action={
        <span className={classes.choices}>
          <Button size="compact-md" variant="default" onClick={props.onShow}>
            {t('showNewer')}
          </Button>
          <Button size="compact-md" onClick={props.onSaveMine}>
            {t('saveOver')}
          </Button>
        </span>
      }
    >
      {t('lateHint')}
    </Notice>
  );
}
