import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureMessage } from '../../api.ts';
import type { ApiFailure } from '../../client/api-failure.ts';
import { rememberReturnPath } from '../../client/stored-session.ts';
import { useTranslation } from '../../i18n.ts';
import { IconCloudOff } from '../layout/icons.ts';
import classes from './states.module.css';

/** Shows that there is no data yet, and the next step. */
export function EmptyState(props: { icon?: ReactNode; title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <Stack className={classes.state} align="center" gap={6}>
      {props.icon && (
        <div className={classes.icon} aria-hidden>
          {props.icon}
        </div>
      )}
      <Text fw={600} fz="md" ta="center">
        {props.title}
      </Text>
      {props.hint && (
        <Text c="dimmed" fz="sm" ta="center" maw={420}>
          {props.hint}
        </Text>
      )}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </Stack>
  );
}

/** The same inside a card whose content is one line: what is missing, and at most one small action. */
export function EmptyLine({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.line}>
      <span>{children}</span>
      {action}
    </div>
  );
}

/** Shows that something could not be loaded, why, and a retry button. */
export function ErrorState(props: { failure?: ApiFailure | null; title?: string; onRetry?: () => void }) {
  const t = useTranslation('web');
  const hint =
    props.failure && props.failure.status > 0 ? failureMessage(props.failure) : t('couldNotLoadHint');
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={26} stroke={1.6} />}
        title={props.title ?? t('couldNotLoad')}
        hint={hint}
        action={
          <Group gap={8}>
            {props.onRetry && (
              <Button variant="default" onClick={props.onRetry}>
                {t('retry')}
              </Button>
            )}
            {props.failure?.type === 'UNAUTHENTICATED' && (
              // A whole load: it asks for the session again, and the login page returns here.
              <Button variant="default" component="a" href="/auth/login" onClick={rememberThisPage}>
                {t('signInAgain')}
              </Button>
            )}
          </Group>
        }
      />
    </div>
  );
}

function rememberThisPage() {
  rememberReturnPath(window.location.pathname + window.location.search);
}

/** Grey lines in place of text that is loading. */
export function LinesSkeleton({ lines = 3, height = 14 }: { lines?: number; height?: number }) {
  const t = useTranslation('web');
  return (
    <Stack gap={10} aria-busy role="status" aria-label={t('loading')}>
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} h={height} w={i === lines - 1 ? '60%' : '100%'} radius={6} />
      ))}
    </Stack>
  );
}

/** A card-shaped placeholder of the final height. */
export function CardSkeleton({ height = 160 }: { height?: number }) {
  return <Skeleton h={height} radius={8} />;
}

/** Shown while the code of a page loads: its title line and one card. */
export function PageSkeleton() {
  const t = useTranslation('web');
  return (
    <Stack gap="md" role="status" aria-busy aria-label={t('loading')}>
      <Skeleton h={28} w={220} radius={6} />
      <Skeleton h={16} w={320} maw="80%" radius={6} />
      <Skeleton h={420} radius={8} />
    </Stack>
  );
}

/** A whole page with one message: not found, under construction, out of order. */
export function MessagePage(props: {
  icon?: ReactNode;
  code?: string;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack className={classes.page} align="center" gap={8}>
      {props.icon && (
        <div className={classes.bigIcon} aria-hidden>
          {props.icon}
        </div>
      )}
      {props.code && (
        <Text className={classes.code} aria-hidden>
          {props.code}
        </Text>
      )}
      <Title order={1} ta="center">
        {props.title}
      </Title>
      {props.hint && (
        <Text c="dimmed" ta="center" maw={460}>
          {props.hint}
        </Text>
      )}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </Stack>
  );
}
