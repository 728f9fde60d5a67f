import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureMessage, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useStoredPicture } from '#web/pictures.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { FileDrop, imageMaxBytes, imageTypes } from '#web/ui/inputs/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { updateSettings, uploadFiles } from '../settings-contract.ts';
import classes from './kit/settings.module.css';
import type { SettingsForm } from './kit/use-settings-form.ts';

export type PictureName = 'logo' | 'header_logo' | 'signature';

/** The company's pictures; selecting or removing one is saved immediately. */
export function PicturesCard({ form, names }: { form: SettingsForm; names: readonly PictureName[] }) {
  const t = useTranslation('company');
  return (
    <Card title={t('s.pictures')}>
      <p className={classes.intro}>{t('picturesHint')}</p>
      <div className={classes.pictures}>
        {names.map((name) => (
          <PicturePanel key={name} form={form} name={name} />
        ))}
      </div>
    </Card>
  );
}

function PicturePanel({ form, name }: { form: SettingsForm; name: PictureName }) {
  const t = useTranslation('company');
  const [problem, setProblem] = useState('');
  const subscriberId = form.saved.subscriber_id;
  const address = form.saved[name];
  const shown = useStoredPicture(address);
  const done = { toast: t('saved'), onDone: form.accept };
  const upload = useWrite(uploadFiles, {
    ...done,
    onFail: (failure) => {
      setProblem(failureMessage(failure));
      return failure.status >= 400 && failure.status < 500;
    },
  });
  const remove = useWrite(updateSettings, done);
  const label = t(`f.${name}`);
  const isBusy = upload.pending || remove.pending;

  async function removePicture() {
    const question = { title: t('removePicture', { name: label }), yes: t('remove'), destroys: true };
    if (await confirm(question)) await remove.send({ subscriberId, [name]: null });
  }

  return (
    <section className={classes.picture} aria-label={label}>
      <h3 className={classes.pictureName}>{label}</h3>
      <div className={classes.frame} data-empty={!address || undefined}>
        {address ? shown && <img src={shown} alt={label} /> : t('noPicture')}
      </div>
      <FileDrop
        accept={imageTypes}
        maxBytes={imageMaxBytes}
        onFiles={([file]) => {
          setProblem('');
          if (file) void upload.send({ subscriberId, [name]: file });
        }}
        label={t(address ? 'changePicture' : 'choosePicture', { name: label })}
        hint={t(`h.${name}`)}
        disabled={isBusy}
        isSmall
      />
      {problem && (
        <div role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {problem}
        </div>
      )}
      {address && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          onClick={() => void removePicture()}
          disabled={isBusy}
          aria-label={t('removePicture', { name: label })}
        >
          {t('remove')}
        </Button>
      )}
    </section>
  );
}
