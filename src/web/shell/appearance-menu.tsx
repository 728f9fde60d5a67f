import { ActionIcon, Popover, SegmentedControl, Tooltip, useMantineColorScheme } from '@mantine/core';
import { useId, useState } from 'react';
import { type Lang, languages, useLanguage, useTranslation } from '../i18n.ts';
import { ramps, themeColors } from '../theme/colors.ts';
import { changePreferences, type Preferences, usePreferences } from '../theme/preferences.ts';
import { IconCheck, IconPalette } from '../ui/layout/icons.ts';
import classes from './shell.module.css';

/** Language, color scheme and color; all three are stored in this browser. */
export function AppearanceMenu({ onLanguage }: { onLanguage?: (lang: string) => void }) {
  const t = useTranslation('web');
  const [opened, setOpened] = useState(false);
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Tooltip label={t('appearance')} disabled={opened}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={t('appearance')}
            onClick={() => setOpened(!opened)}
          >
            <IconPalette size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('appearance')} style={{ display: 'grid', gap: 16 }}>
        <LanguageChoice {...(onLanguage ? { onLanguage } : {})} />
        <SchemeChoice />
        <ColorChoice />
      </Popover.Dropdown>
    </Popover>
  );
}

function LanguageChoice({ onLanguage }: { onLanguage?: (lang: string) => void }) {
  const t = useTranslation('web');
  const { lang, setLanguage } = useLanguage();
  const id = useId();
  return (
    <div className={classes.group}>
      <span id={id} className={classes.groupName}>
        {t('language')}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={lang}
        onChange={(next) => {
          void setLanguage(next as Lang);
          onLanguage?.(next);
        }}
        data={languages.map((language) => ({ value: language.id, label: language.name }))}
      />
    </div>
  );
}

function SchemeChoice() {
  const t = useTranslation('web');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const id = useId();
  return (
    <div className={classes.group}>
      <span id={id} className={classes.groupName}>
        {t('appearance')}
      </span>
      <SegmentedControl
        aria-labelledby={id}
        value={colorScheme}
        onChange={(next) => setColorScheme(next as Preferences['scheme'])}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}

function ColorChoice() {
  const t = useTranslation('web');
  const { color } = usePreferences();
  const id = useId();
  return (
    <div className={classes.group}>
      <span id={id} className={classes.groupName}>
        {t('color')}
      </span>
      <div role="radiogroup" aria-labelledby={id} className={classes.swatches}>
        {themeColors.map((name) => (
          <label
            key={name}
            className={classes.swatch}
            style={{ background: ramps[name][7] }}
            title={t(`colors.${name}`)}
          >
            <input
              type="radio"
              name={id}
              className={classes.swatchInput}
              checked={name === color}
              aria-label={t(`colors.${name}`)}
              onChange={() => changePreferences({ color: name })}
            />
            {name === color && <IconCheck size={16} aria-hidden />}
          </label>
        ))}
      </div>
    </div>
  );
}
