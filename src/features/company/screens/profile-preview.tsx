import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { toHtml } from '#domain/text/rich-text.ts';
import { useTranslation } from '#web/i18n.ts';
import { useStoredPicture } from '#web/pictures.ts';
import type { CompanyProfile } from '../profile-contract.ts';
import classes from './company-profile.module.css';
import type { SettingsForm } from './kit/use-settings-form.ts';
import { ProfileView } from './profile-view.tsx';

/** The public page with unsaved changes applied. Its content can't be focused. */
export function ProfilePreview({ form, profile }: { form: SettingsForm; profile: CompanyProfile }) {
  const t = useTranslation('company');
  const text = (key: string) => String(form.get(key) ?? '');
  const logo = useStoredPicture(form.saved.logo);
  const links = Object.entries((form.get('social_links') ?? {}) as Record<string, string>);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls on its own, so it must be reachable by keyboard.
    <section className={classes.preview} aria-label={t('profile.preview')} tabIndex={0}>
      <div className={classes.previewTitle}>{t('profile.preview')}</div>
      <div className={classes.sheet} inert>
        <ProfileView
          profile={{
            ...profile,
            names: { ...profile.names, company_name: text('company_name') },
            logos: { ...profile.logos, logo },
            about_company: toHtml(htmlToRichText(text('about_company'))),
            service_area: text('service_area').trim(),
            video_url: text('video_url').trim(),
            social_links: Object.fromEntries(links.filter(([, link]) => link)),
          }}
        />
      </div>
    </section>
  );
}
