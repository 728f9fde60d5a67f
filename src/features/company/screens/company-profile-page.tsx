import { ActionIcon, Button, CopyButton, SegmentedControl } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUser } from '#web/session.ts';
import { SaveBarForm } from '#web/ui/feedback/save-bar-form.tsx';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { FieldGrid } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCheck, IconCopy, IconExternalLink } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { type CompanyProfile, getProfile } from '../profile-contract.ts';
import { type CompanySettingsAnswer, getSettings } from '../settings-contract.ts';
import classes from './company-profile.module.css';
import { HtmlField, TextAreaField, TextField } from './kit/text-fields.tsx';
import { useSettingsForm } from './kit/use-settings-form.ts';
import { PicturesCard } from './pictures-card.tsx';
import { SocialLinksCard } from './social-links-card.tsx';

// Loaded after the form: it reads HTML, which takes a parser.
const ProfilePreview = lazy(async () => ({
  default: (await import('./profile-preview.tsx')).ProfilePreview,
}));

/** Edits the company's public profile next to a live preview. */
export function CompanyProfilePage() {
  const t = useTranslation('company');
  const { subscriber_id } = useUser();
  const settings = useRead(getSettings, { subscriberId: subscriber_id });
  const profile = useRead(getProfile, { id: subscriber_id });
  const failed = [settings, profile].find((one) => one.status === 'failed');
  return (
    <>
      <PageHeader
        title={t('profile.title')}
        purpose={t('profile.purpose')}
        actions={settings.data && <PublicLink settings={settings.data} />}
      />
      {settings.data && profile.data ? (
        <Editor settings={settings.data} profile={profile.data} />
      ) : failed ? (
        <ErrorState failure={failed.failure} onRetry={failed.retry} />
      ) : (
        <CardSkeleton height={520} />
      )}
    </>
  );
}

/** Buttons to copy the public page's URL and to open it; on phones only icons. */
function PublicLink({ settings }: { settings: CompanySettingsAnswer }) {
  const t = useTranslation('company');
  const path = `/public-profile/${settings.public_slug}`;
  return (
    <>
      <CopyButton value={`${window.location.origin}${path}`}>
        {({ copied, copy }) => (
          <HeadButton
            label={t(copied ? 'copied' : 'copyLink')}
            icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          />
        )}
      </CopyButton>
      <HeadButton
        label={t('openPublic')}
        icon={<IconExternalLink size={16} aria-hidden />}
        component="a"
        href={path}
        target="_blank"
        rel="noopener"
      />
    </>
  );
}

type HeadButtonProps = { label: string; icon: ReactNode } & (
  | { onClick: () => void; component?: undefined }
  | { component: 'a'; href: string; target: string; rel: string }
);

function HeadButton({ label, icon, ...rest }: HeadButtonProps) {
  const isPhone = useIsPhone();
  return isPhone ? (
    <ActionIcon size={44} variant="default" aria-label={label} {...rest}>
      {icon}
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={icon} {...rest}>
      {label}
    </Button>
  );
}

function Editor({ settings, profile }: { settings: CompanySettingsAnswer; profile: CompanyProfile }) {
  const t = useTranslation('company');
  const form = useSettingsForm(settings);
  const [shown, setShown] = useState('edit');
  // What saving reports is shown at the fields.
  useEffect(() => {
    if (form.pending) setShown('edit');
  }, [form.pending]);
  return (
    <div className={classes.page} data-shown={shown}>
      <SegmentedControl
        aria-label={t('profile.shown')}
        className={classes.shown ?? ''}
        value={shown}
        onChange={setShown}
        data={['edit', 'preview'].map((value) => ({ value, label: t(`profile.${value}`) }))}
      />
      <SaveBarForm form={form} label={t('profile.title')}>
        <div className={classes.fields}>
          <Card title={t('s.about')}>
            <FieldGrid>
              <TextField form={form} k="company_name" wide />
              <HtmlField form={form} k="about_company" hint minRows={7} />
              <TextAreaField form={form} k="service_area" hint wide />
              <TextField form={form} k="video_url" type="url" placeholder="https://" hint wide />
              <TextField form={form} k="public_slug" hint wide />
            </FieldGrid>
          </Card>
          <PicturesCard form={form} names={['logo', 'header_logo', 'signature']} />
          <SocialLinksCard form={form} />
        </div>
      </SaveBarForm>
      <Suspense>
        <ProfilePreview form={form} profile={profile} />
      </Suspense>
    </div>
  );
}
