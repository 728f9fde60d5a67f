import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconExternalLink } from '#web/ui/layout/icons.ts';
import { listRepairLists, type OfficeRepairList } from '../../repair-contract.ts';
import classes from './reports-card.module.css';

const ReinspectionDialog = lazy(async () => ({
  default: (await import('./reinspection-dialog.tsx')).ReinspectionDialog,
}));

/** Appointment card with the repair lists of clients and agents. Nothing without one. */
export function RepairListsCard({ appointmentId }: { appointmentId: string }) {
  const t = useTranslation('reports');
  const { data } = useRead(listRepairLists, { id: appointmentId });
  const [booking, setBooking] = useState<OfficeRepairList | null>(null);
  if (!data || data.lists.length === 0) return null;
  return (
    <Card title={t('repair.lists')} flush>
      <div className={classes.body}>
        {data.lists.map((list) => (
          <Row
            key={list.id}
            list={list}
            currency={data.currency}
            onBook={data.can_book ? () => setBooking(list) : null}
          />
        ))}
      </div>
      {booking && (
        <Suspense>
          <ReinspectionDialog
            reportId={booking.report_id}
            repairListId={booking.id}
            currency={data.currency}
            onClose={() => setBooking(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Row(props: { list: OfficeRepairList; currency: number; onBook: (() => void) | null }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { list, currency, onBook } = props;
  const { totals, maker } = list;
  const money = (amount: number) => format.money(amount, currency);
  const role = t(`repair.role.${maker.role}`);
  const facts = [
    maker.name ? t('repair.by', { name: maker.name, role }) : role,
    format.dateTime(list.updated_at),
    t('repair.count', { count: totals.count }),
    totals.estimated > 0 ? [...new Set([totals.min_cost, totals.max_cost])].map(money).join(' – ') : '',
    totals.credits > 0 ? t('repair.creditsOf', { amount: money(totals.credits) }) : '',
  ].filter(Boolean);
  const name = list.title || t('repair.title');
  return (
    <article className={classes.report} aria-label={name}>
      <div className={classes.words}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {list.reinspections.map((one) => (
          <p key={one.id} className={classes.facts}>
            <LinkButton to={`/appointments/details/${one.id}`} variant="subtle" size="compact-sm">
              {t('repair.reinspectionOn', { order: one.order_id, date: format.date(one.date_time) })}
            </LinkButton>
          </p>
        ))}
      </div>
      <div className={classes.actions}>
        <Button
          component="a"
          href={list.path}
          target="_blank"
          rel="noopener"
          variant="subtle"
          rightSection={<IconExternalLink size={16} />}
        >
          {t('repair.open')}
        </Button>
        {onBook && (
          <Button variant="default" onClick={onBook}>
            {t('repair.book')}
          </Button>
        )}
      </div>
    </article>
  );
}
