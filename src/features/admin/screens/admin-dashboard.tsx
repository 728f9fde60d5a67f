import { Text, Title } from '@mantine/core';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { IconBuilding, IconUsers } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { overview } from '../contract.ts';
import classes from './admin-dashboard.module.css';

/** The platform administrator's start page: numbers of companies and users. */
export function AdminDashboard() {
  const t = useTranslation('admin');
  const counts = useRead(overview, {}, { live: true });
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {counts.status === 'failed' && <ErrorState failure={counts.failure} onRetry={counts.retry} />}
      {counts.status === 'loading' && (
        <div className={classes.cards}>
          <CardSkeleton height={168} />
          <CardSkeleton height={168} />
        </div>
      )}
      {counts.data && <Cards {...counts.data} />}
    </>
  );
}

type Counts = NonNullable<ReturnType<typeof useRead<typeof overview>>['data']>;

function Cards({ subscribers, users }: Counts) {
  const t = useTranslation('admin');
  const format = useFormat();
  return (
    <div className={classes.cards}>
      <section className={classes.card} aria-labelledby="subscribers">
        <Head id="subscribers" icon={<IconBuilding size={20} aria-hidden />} title={t('subscribers')} />
        <div className={classes.figure}>{format.number(subscribers.total)}</div>
        <Text c="dimmed">
          {t('subscribersActive', { count: format.number(subscribers.active) })} ·{' '}
          {t('subscribersNew', { count: format.number(subscribers.joined_last_30_days) })}
        </Text>
      </section>
      <section className={classes.card} aria-labelledby="users">
        <Head id="users" icon={<IconUsers size={20} aria-hidden />} title={t('users')} />
        <div className={classes.figure}>{format.number(users.total)}</div>
        <dl className={classes.parts}>
          {(['owners', 'technicians', 'staffs'] as const).map((kind) => (
            <div key={kind}>
              <dt>{t(kind)}</dt>
              <dd>{format.number(users[kind])}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Head({ id, icon, title }: { id: string; icon: React.ReactNode; title: string }) {
  return (
    <div className={classes.head}>
      <span className={classes.icon}>{icon}</span>
      <Title order={2} fz={15} id={id}>
        {title}
      </Title>
    </div>
  );
}
