import { Button, CopyButton, Select } from '@mantine/core';
import { useState } from 'react';
import { languages, useTranslation } from '#web/i18n.ts';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCheck, IconCopy } from '#web/ui/layout/icons.ts';
import type { CompanySettingsAnswer } from '../settings-contract.ts';
import classes from './embed-card.module.css';
import { type EmbedChoice, embedSnippets } from './embed-snippets.ts';

/** What a company copies into its own site so that clients book there, with a preview of the form. */
export function EmbedCard({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const [choice, setChoice] = useState<EmbedChoice>({ form: 'schedule', lang: null });
  const label = t(choice.form === 'schedule' ? 'public.book' : 'public.request');
  const { origin } = window.location;
  const { link, script, frame, preview } = embedSnippets({
    ...choice,
    origin,
    label,
    id: settings.request_id,
  });
  const isOff = choice.form === 'schedule' && !settings.enable_online_scheduling;
  return (
    <Card title={t('embed.title')}>
      <div className={classes.parts}>
        <p className={classes.hint}>{t('embed.hint')}</p>
        <FieldGrid>
          <Select
            label={t('embed.form')}
            data={(['schedule', 'appointment-request'] as const).map((form) => ({
              value: form,
              label: t(`embed.${form}`),
            }))}
            value={choice.form}
            onChange={(form) => form && setChoice({ ...choice, form: form as EmbedChoice['form'] })}
            allowDeselect={false}
            {...(isOff ? { description: t('embed.off') } : {})}
          />
          <Select
            label={t('embed.language')}
            data={[
              { value: '', label: t('embed.browser') },
              ...languages.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={choice.lang ?? ''}
            onChange={(lang) => setChoice({ ...choice, lang: lang || null })}
            allowDeselect={false}
          />
        </FieldGrid>
        <Snippet name="script" text={script} />
        <Snippet name="frame" text={frame} />
        <Snippet name="link" text={link} />
        <section className={classes.part} aria-label={t('embed.preview')}>
          <h3 className={classes.name}>{t('embed.preview')}</h3>
          {/* What is booked in it would be a real appointment. */}
          <iframe className={classes.preview} title={t('embed.preview')} src={preview} loading="lazy" inert />
        </section>
      </div>
    </Card>
  );
}

function Snippet({ name, text }: { name: 'script' | 'frame' | 'link'; text: string }) {
  const t = useTranslation('company');
  return (
    <section className={classes.part} aria-label={t(`embed.${name}`)}>
      <div className={classes.head}>
        <div>
          <h3 className={classes.name}>{t(`embed.${name}`)}</h3>
          <p className={classes.hint}>{t(`embed.${name}Hint`)}</p>
        </div>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              aria-label={t('embed.copy', { name: t(`embed.${name}`) })}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <pre className={classes.code}>{text}</pre>
    </section>
  );
}
