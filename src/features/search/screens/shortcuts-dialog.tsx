import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { groupBy } from '#domain/base/group-by.ts';
import { useTranslation } from '#web/i18n.ts';
import { isMac, listShortcuts } from '#web/shortcuts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import classes from './shortcuts-dialog.module.css';

/** The keyboard shortcuts of this page and of the whole app. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslation('search');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shortcuts')} width={520}>
      {opened && <List />}
    </Dialog>
  );
}

function List() {
  const t = useTranslation('search');
  const byGroup = groupBy(listShortcuts(), ({ group }) => group);
  return [...byGroup].map(([group, shortcuts]) => (
    <section key={group} aria-label={group} className={classes.group}>
      <h3 className={classes.heading}>{group}</h3>
      <dl className={classes.list}>
        {shortcuts.map(({ label, keys }) => (
          <div key={`${label} ${keys.join(' ')}`} className={classes.row}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, i) => (
                <Fragment key={key}>
                  {i > 0 && <span className={classes.or}> {t('or')} </span>}
                  <Keys press={key} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function Keys({ press }: { press: string }) {
  const t = useTranslation('search');
  const named: Record<string, string> = {
    mod: isMac() ? '⌘' : t('keys.ctrl'),
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    ' ': t('keys.space'),
    Escape: 'Esc',
    Enter: '↵',
  };
  return press
    .split('+')
    .map((key) => <Kbd key={key}>{named[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</Kbd>);
}
