import { ActionIcon, Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconTrash } from '#web/ui/layout/icons.ts';
import classes from './editor.module.css';

/** The delete control: the click itself removes nothing, it opens the question (decision T-01). */
export function DeleteAction({ title, onDelete }: { title: string; onDelete: () => void }) {
  const t = useTranslation('automations');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('deleteAction', { name: title })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.question}>{t('deleteQuestion')}</p>
        <div className={classes.answers}>
          <Button variant="default" size="compact-md" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
          <Button
            color="red"
            size="compact-md"
            onClick={() => {
              setOpen(false);
              onDelete();
            }}
          >
            {t('delete')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
