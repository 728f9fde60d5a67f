import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { GableWordmark } from '../ui/layout/gable-logo.tsx';
import { LanguageSelect } from './language-select.tsx';
import classes from './public-layout.module.css';

/** The layout of public pages: header with brand (a company's page passes its own), language, legal links. */
export function PublicLayout({ brand, children }: { brand?: ReactNode; children: ReactNode }) {
  const t = useTranslation('web');
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        {brand ?? <GableWordmark />}
        <LanguageSelect />
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.foot}>
        <a href="/public/privacy-policy">{t('privacy')}</a>
        <a href="/public/terms-of-use">{t('terms')}</a>
      </footer>
    </div>
  );
}
