import type { ReactNode } from 'react';
import { type Lang, languages, useLanguage, useTranslation } from '../i18n.ts';
import { GableWordmark } from '../ui/layout/gable-logo.tsx';
import classes from './public-layout.module.css';

/** The layout of public pages: header with brand (a company's page passes its own), language, legal links. */
export function PublicLayout({ brand, children }: { brand?: ReactNode; children: ReactNode }) {
  const t = useTranslation('web');
  const { lang, setLanguage } = useLanguage();
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        {brand ?? <GableWordmark />}
        <select
          className={classes.language}
          aria-label={t('language')}
          value={lang}
          onChange={(event) => void setLanguage(event.currentTarget.value as Lang)}
        >
          {languages.map((language) => (
            <option key={language.id} value={language.id}>
              {language.name}
            </option>
          ))}
        </select>
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.foot}>
        <a href="/public/privacy-policy">{t('privacy')}</a>
        <a href="/public/terms-of-use">{t('terms')}</a>
      </footer>
    </div>
  );
}
