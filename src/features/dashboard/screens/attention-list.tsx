import type { Icon } from '@tabler/icons-react';
import { addDays, asLocalDate } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import {
  IconCalendarEvent,
  IconCash,
  IconChevronRight,
  IconCircleCheck,
  IconClipboardCheck,
  IconFileText,
  IconMail,
  IconReceipt,
  IconSignature,
} from '#web/ui/layout/icons.ts';
import type { Attention } from '../contract.ts';
import classes from './attention-list.module.css';

interface Entry {
  name: keyof Attention;
  icon: Icon;
  to: string;
}

interface Props {
  attention: Attention;
  /** The company's day. */
  today: string;
}

/** What someone has to look at, each with its number, its amount and the list that contains it. */
export function AttentionList({ attention, today }: Props) {
  const t = useTranslation('dashboard');
  const found = entries(today).filter(({ name }) => (attention[name]?.count ?? 0) > 0);
  return (
    <section className={classes.card} aria-labelledby="attention">
      <h2 id="attention" className={classes.title}>
        {t('attention')}
      </h2>
      {found.length === 0 && (
        <p className={classes.nothing}>
          <IconCircleCheck size={18} stroke={1.8} aria-hidden />
          {t('allDone')}
        </p>
      )}
      <ul className={classes.list}>
        {found.map((entry) => (
          <Row key={entry.name} entry={entry} attention={attention} />
        ))}
      </ul>
    </section>
  );
}

function Row({ entry: { name, icon: Icon, to }, attention }: { entry: Entry; attention: Attention }) {
  const t = useTranslation('dashboard');
  const format = useFormat();
  const { currency } = useUser();
  const few = attention[name];
  if (!few) return null;
  const number = format.number(few.count);
  return (
    <li>
      <UnstyledLink to={to} className={classes.row}>
        <Icon size={18} stroke={1.8} aria-hidden />
        <span className={classes.label}>{t(`attentionOf.${name}`)}</span>
        {'amount' in few && <strong className={classes.amount}>{format.money(few.amount, currency)}</strong>}
        <span className={classes.count}>{few.isCapped ? t('moreThan', { count: number }) : number}</span>
        <IconChevronRight size={16} aria-hidden />
      </UnstyledLink>
    </li>
  );
}

function entries(today: string): Entry[] {
  const tomorrow = today ? addDays(asLocalDate(today), 1) : '';
  return [
    { name: 'unpaid', icon: IconCash, to: `/appointments?tab=unpaid&to=${today}` },
    { name: 'unsigned', icon: IconSignature, to: `/appointments?signed=no&to=${tomorrow}` },
    { name: 'overdueReports', icon: IconFileText, to: '/appointments?tab=unpublished' },
    { name: 'approvals', icon: IconClipboardCheck, to: '/appointments?tab=all&waiting=yes' },
    { name: 'requests', icon: IconCalendarEvent, to: '/appointments?tab=requested' },
    { name: 'failedMessages', icon: IconMail, to: '/communication?state=failed' },
    { name: 'paymentProblems', icon: IconReceipt, to: '/payments?state=disputed' },
  ];
}
