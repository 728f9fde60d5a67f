import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { currencyIso } from '#domain/base/money.ts';
import { gatewayNames, type PaymentType } from '#domain/payments/gateways.ts';
import { type Actor, allows } from '#domain/people/permissions.ts';
import { usePagedRead, useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useSession, useUser } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  type Comparison,
  comparePayments,
  type Difference,
  listDifferences,
  resolveDifference,
} from '../../difference-contract.ts';
import { RefundDialog } from '../invoice/refund-dialog.tsx';
import { ReasonDialog } from '../parts/payment-dialog.tsx';
import classes from './differences.module.css';

/** Settings card: how our payments compare with the gateway's list, and which differences need manual review. */
export function DifferencesCard() {
  const { actor } = useSession();
  if (actor === null || !allows(actor, 'see_payments')) return null;
  return <Shown actor={actor} />;
}

function Shown({ actor }: { actor: Actor }) {
  const t = useTranslation('payments');
  // Live, because the results arrive a moment after the comparison was requested.
  const now = useRead(listDifferences, { perPage: 1 }, { live: true });
  const list = usePagedRead(listDifferences, { perPage: 20 }, { live: true });
  const compare = useWrite(comparePayments, { toast: t('differences.asked') });
  const failed = [now, list].find((one) => one.status === 'failed');
  if (failed?.failure) return <ErrorState failure={failed.failure} onRetry={failed.retry} />;
  if (!now.data || list.status === 'loading') return <LinesSkeleton lines={3} />;
  const { comparison, can_compare } = now.data;
  if (!can_compare && list.rows.length === 0) return null;
  const isRunning = comparison?.state === 'running';
  return (
    <Card
      title={t('differences.title')}
      actions={
        can_compare &&
        allows(actor, 'record_payments') && (
          <Button
            variant="default"
            size="compact-md"
            loading={compare.pending}
            disabled={isRunning}
            onClick={() => void compare.send({})}
          >
            {t('differences.now')}
          </Button>
        )
      }
    >
      <Text c="dimmed">{t('differences.hint')}</Text>
      <Latest comparison={comparison} />
      {list.rows.length === 0 ? (
        comparison?.state === 'done' && <Notice tone="ok">{t('differences.none')}</Notice>
      ) : (
        <ul className={classes.list} aria-label={t('differences.list')}>
          {list.rows.map((one) => (
            <Row key={one.id} difference={one} actor={actor} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button variant="subtle" loading={list.loadingMore} onClick={list.more}>
          {t('differences.more')}
        </Button>
      )}
    </Card>
  );
}

function Latest({ comparison }: { comparison: Comparison | null }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { timezone } = useUser();
  if (comparison === null) return <p className={classes.latest}>{t('differences.never')}</p>;
  const { state, started_at, agreeing } = comparison;
  const date = format.date(started_at, timezone);
  return (
    <p className={classes.latest} role="status">
      {state === 'running'
        ? t('differences.running')
        : t(state === 'done' ? 'differences.last' : 'differences.failed', { date, count: agreeing })}
    </p>
  );
}

function Row({ difference, actor }: { difference: Difference; actor: Actor }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { currency, timezone } = useUser();
  const [open, setOpen] = useState<'resolve' | 'refund' | null>(null);
  const { kind, about, gateway, ours, theirs, payment, invoice_number, invoice_public_id } = difference;
  const isOwn = difference.currency === '' || difference.currency === currencyIso(currency);
  const money = (amount: number) =>
    isOwn ? format.money(amount, currency) : `${amount.toFixed(2)} ${difference.currency}`;
  // Money that was not due: it is shown until it is refunded.
  const isUnwanted = kind === 'deleted' || kind === 'void';
  const amounts = isUnwanted
    ? money(ours)
    : [
        t('differences.here', { amount: money(ours) }),
        t('differences.there', { amount: money(theirs) }),
      ].join(', ');
  const facts = [format.date(difference.found_at, timezone), gatewayNames[gateway as PaymentType], about];
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <strong>{t(`differences.kind.${kind}`)}</strong>
        <span>{[invoice_number, amounts].filter(Boolean).join(' · ')}</span>
        <span className={classes.dim}>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classes.acts}>
        {invoice_public_id && (
          <LinkButton to={`/invoice/${invoice_public_id}`} variant="subtle" size="compact-sm">
            {t('open')}
          </LinkButton>
        )}
        {isUnwanted && payment && payment.refundable > 0 && allows(actor, 'refund_payments') && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('refund')}>
            {t('refund')}
          </Button>
        )}
        {allows(actor, 'record_payments') && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen('resolve')}>
            {t('differences.resolve')}
          </Button>
        )}
      </div>
      {open === 'refund' && payment && (
        <RefundDialog payment={payment} currency={currency} onClose={() => setOpen(null)} />
      )}
      {open === 'resolve' && <ResolveDialog id={difference.id} onClose={() => setOpen(null)} />}
    </li>
  );
}

function ResolveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslation('payments');
  const write = useWrite(resolveDifference, { onDone: onClose, toast: t('differences.resolved') });
  return (
    <ReasonDialog
      write={write}
      toInput={(reason) => ({ id, reason })}
      title={t('differences.resolveTitle')}
      hint={t('differences.resolveHint')}
      yes={t('differences.resolve')}
      onClose={onClose}
    />
  );
}
