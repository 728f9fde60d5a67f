import { Tooltip } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type AgreementToken, agreementTokens } from '#domain/text/placeholders.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconBraces } from '#web/ui/layout/icons.ts';
import classes from './library.module.css';

const names = Object.keys(agreementTokens) as AgreementToken[];

/** Buttons that insert a placeholder at the cursor; each describes its value on hover and focus. */
export function PlaceholderBar({ editor }: { editor: Editor }) {
  const t = useTranslation('agreements');
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('lib.placeholders')}>
      <IconBraces size={18} stroke={1.7} className={classes.barIcon} aria-hidden />
      {/* Only one tooltip at a time: keyboard focus and mouse may be on different buttons. */}
      <Tooltip.Group openDelay={350}>
        {names.map((name) => (
          <Tooltip
            key={name}
            label={t(`token.${name}.hint`)}
            events={{ hover: true, focus: true, touch: true }}
            multiline
            w={260}
            withArrow
          >
            <button
              type="button"
              className={classes.token}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() =>
                editor.chain().focus().insertContent({ type: 'placeholder', attrs: { name } }).run()
              }
            >
              {t(`token.${name}.name`)}
            </button>
          </Tooltip>
        ))}
      </Tooltip.Group>
    </div>
  );
}
