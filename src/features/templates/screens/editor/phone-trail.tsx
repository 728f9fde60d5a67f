import { ActionIcon } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronLeft } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';

/** On a phone: the way back to the column before. */
export function PhoneTrail({ back, title, onBack }: { back: string; title: string; onBack: () => void }) {
  const t = useTranslation('templates');
  return (
    <div className={classes.trail}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('editor.backTo', { name: back })}
        onClick={onBack}
      >
        <IconChevronLeft size={20} />
      </ActionIcon>
      <strong className={classes.trailTitle}>{title}</strong>
    </div>
  );
}
