import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconPhotoPlus } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import type { usePhotoIntake } from './photo-intake.ts';
import { photoTypes } from './photo-types.ts';
import classes from './photos.module.css';

/** Chooses photos from the device, to be sorted later. */
export function UploadButton({ intake }: { intake: ReturnType<typeof usePhotoIntake> }) {
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const input = useRef<HTMLInputElement>(null);
  const { progress, take } = intake;
  if (!canEdit) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPhotoPlus size={18} aria-hidden />}
        disabled={progress !== null}
        onClick={() => input.current?.click()}
      >
        {progress ? t('photos.preparing', { ...progress }) : t('photos.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={photoTypes}
        multiple
        tabIndex={-1}
        className={classes.hiddenInput}
        aria-label={t('photos.uploadTo')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          take(files);
        }}
      />
    </>
  );
}
