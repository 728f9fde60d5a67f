import { ActionIcon, Text } from '@mantine/core';
import { useState } from 'react';
import { menuFor } from '#domain/menus.ts';
import { updatePreferences } from '#features/auth/contract.ts';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { session, useActor, useUser } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { IconArrowDown, IconArrowUp } from '#web/ui/icons.ts';
import { SortableList, shifted } from '#web/ui/sortable-list.tsx';
import classes from './profile.module.css';

/** The order of the sidebar: dragged, or moved step by step with the buttons. Saved as it changes. */
export function SidebarCard() {
  const t = useText('people');
  const web = useText('web');
  const actor = useActor();
  const user = useUser();
  const shown = menuFor(actor, user.sidebar_nav_links).map((item) => item.id);
  const write = useWrite(updatePreferences);
  const [said, setSaid] = useState('');
  const nameOf = (id: string) => web(`nav.${id}`);

  async function save(ids: string[]) {
    const before = user.sidebar_nav_links;
    // Entries that are hidden keep their place behind the ones shown.
    const sidebar_nav_links = [...ids, ...before.filter((id) => !ids.includes(id))];
    session.amend({ sidebar_nav_links });
    if ((await write.send({ sidebar_nav_links })) === null && write.failure)
      session.amend({ sidebar_nav_links: before });
  }

  function step(id: string, by: -1 | 1) {
    const ids = shifted(shown, id, by);
    setSaid(web('reorder.moved', { name: nameOf(id), place: ids.indexOf(id) + 1, count: ids.length }));
    void save(ids);
  }

  return (
    <Card title={t('profile.sidebar')}>
      <Text c="dimmed" fz="sm" mb={12}>
        {t('profile.sidebarHint')}
      </Text>
      <SortableList
        label={t('profile.sidebar')}
        ids={shown}
        nameOf={nameOf}
        onOrder={(ids) => void save(ids)}
        className={classes.order}
        rowClass={classes.row}
      >
        {(id, grip, index) => (
          <>
            {grip}
            <span className={classes.rowName}>{nameOf(id)}</span>
            <Step up name={nameOf(id)} disabled={index === 0} onClick={() => step(id, -1)} />
            <Step name={nameOf(id)} disabled={index === shown.length - 1} onClick={() => step(id, 1)} />
          </>
        )}
      </SortableList>
      <div className={classes.hidden} role="status">
        {said}
      </div>
    </Card>
  );
}

function Step(props: { up?: boolean; name: string; disabled: boolean; onClick: () => void }) {
  const t = useText('web');
  const Icon = props.up ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      disabled={props.disabled}
      aria-label={t(props.up ? 'moveUp' : 'moveDown', { name: props.name })}
      onClick={props.onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
