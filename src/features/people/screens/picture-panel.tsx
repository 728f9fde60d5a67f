import { Button, Text } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl, useStoredPicture } from '#web/pictures.ts';
import { FileDrop, imageMaxBytes, imageTypes } from '#web/ui/inputs/file-drop.tsx';
import { IconUser } from '#web/ui/layout/icons.ts';
import classes from './person-modal.module.css';

interface Props {
  /** URL of the stored picture. */
  stored: string | null;
  /** A selected file that is not saved yet. */
  chosen: File | null;
  onChoose: (file: File | null) => void;
  disabled: boolean;
}

/** The left panel of the person modal: the stored or selected picture, and the control to replace it. */
export function PicturePanel({ stored, chosen, onChoose, disabled }: Props) {
  const t = useTranslation('people');
  const preview = useObjectUrl(chosen);
  const present = useStoredPicture(stored);
  const shown = preview ?? present;
  return (
    <section className={classes.picture} aria-label={t('picture')}>
      <div className={classes.face}>
        {shown ? <img src={shown} alt={t('pictureAlt')} /> : <IconUser size={40} stroke={1.2} aria-hidden />}
      </div>
      <FileDrop
        accept={imageTypes}
        maxBytes={imageMaxBytes}
        onFiles={([file]) => onChoose(file ?? null)}
        label={t(shown ? 'changePicture' : 'choosePicture')}
        hint={t('pictureHint')}
        disabled={disabled}
        isSmall
      />
      {chosen && (
        <div className={classes.chosen}>
          <Text fz="xs" c="dimmed" truncate>
            {chosen.name}
          </Text>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => onChoose(null)}
            disabled={disabled}
          >
            {t('undoPicture')}
          </Button>
        </div>
      )}
    </section>
  );
}
