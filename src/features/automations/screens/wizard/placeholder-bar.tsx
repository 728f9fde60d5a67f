import { Tooltip } from '@mantine/core';
import { useState } from 'react';
import { type PlaceholderGroup, placeholders } from '#domain/automations/placeholders.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconBraces } from '#web/ui/layout/icons.ts';
import type { InsertTarget } from './insert-target.ts';
import { useSampleValues } from './sample-values.ts';
import classes from './wizard.module.css';

const groups = [...new Set(placeholders.map((one) => one.group))];

/** The nine data groups, and buttons that insert a placeholder of the chosen one; each shows an example on hover and focus. */
export function PlaceholderBar({ target }: { target: InsertTarget }) {
  const t = useTranslation('automations');
  const samples = useSampleValues();
  const [shown, setShown] = useState<PlaceholderGroup>('inspection');
  return (
    <div className={classes.bar}>
      <div className={classes.barRow} role="toolbar" aria-label={t('dataGroups')}>
        <IconBraces size={18} stroke={1.7} className={classes.barIcon} aria-hidden />
        {groups.map((group) => (
          <button
            key={group}
            type="button"
            className={classes.dataGroup}
            aria-pressed={group === shown}
            onMouseDown={keepFocus}
            onClick={() => setShown(group)}
          >
            {t(`dataGroup.${group}`)}
          </button>
        ))}
      </div>
      <div
        className={classes.barRow}
        role="toolbar"
        aria-label={t('placeholdersOf', { name: t(`dataGroup.${shown}`) })}
      >
        {/* Only one tooltip at a time: keyboard focus and mouse may be on different buttons. */}
        <Tooltip.Group openDelay={350}>
          {placeholders
            .filter((one) => one.group === shown)
            .map(({ group, field, name }) => (
              <Tooltip
                key={name}
                label={t('placeholderHint', {
                  name: `{{${name}}}`,
                  sample: String(samples[group]?.[field] ?? ''),
                })}
                events={{ hover: true, focus: true, touch: true }}
                multiline
                maw={300}
                withArrow
              >
                <button
                  type="button"
                  className={classes.token}
                  onMouseDown={keepFocus}
                  onClick={() => target.current?.(`{{${name}}}`)}
                >
                  {t(`placeholder.${group}.${field}`)}
                </button>
              </Tooltip>
            ))}
        </Tooltip.Group>
      </div>
    </div>
  );
}

// The field keeps the focus, and with it the place where the text goes.
const keepFocus = (event: React.MouseEvent) => event.preventDefault();
