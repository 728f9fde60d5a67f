import { Button } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { copyAddress } from '#web/navigation/copy-address.ts';
import type { PersonSlotProps } from '#web/page-slots.tsx';
import { IconLink } from '#web/ui/layout/icons.ts';
import { getRebookLink } from '../../rebook-contract.ts';
import classes from './office.module.css';

/** The address with which an agent books again, to copy. Nothing is shown for others or before the first order. */
export function RebookLinkCard({ kind, personId }: PersonSlotProps) {
  return kind === 'agents' ? <OfAgent id={personId} /> : null;
}

function OfAgent({ id }: { id: string }) {
  const t = useTranslation('booking/screens/office');
  const link = useRead(getRebookLink, { id }).data?.link;
  if (!link) return null;
  return (
    <section className={classes.head} aria-label={t('rebook.title')}>
      <Button
        variant="default"
        leftSection={<IconLink size={18} aria-hidden />}
        onClick={() => void copyAddress(link, t('rebook.copied'))}
      >
        {t('rebook.copy')}
      </Button>
      <span className={classes.dim}>{t('rebook.hint')}</span>
    </section>
  );
}
