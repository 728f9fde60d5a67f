import { type Lang, languages, useLanguage, useTranslation } from '../i18n.ts';
import classes from './public-layout.module.css';

/** The choice of the language on pages without a login. */
export function LanguageSelect() {
  const t = useTranslation('web');
  const { lang, setLanguage } = useLanguage();
  return (
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
  );
}
