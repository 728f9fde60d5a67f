import { Button, Group, Stack, Text } from '@mantine/core';
import type { z } from 'zod/mini';
import { useRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconDeviceDesktop, IconPhone } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { parseUserAgent } from '#web/user-agent.ts';
import { listSessions, revokeSession, type session } from '../contract.ts';

type Session = z.infer<typeof session>;

/** The user's sessions, each with a button to end it; part of a card on /my-profile. */
export function SessionsPanel() {
  const t = useTranslation('auth');
  const sessions = useRead(listSessions, {});
  return (
    <Stack gap={4}>
      <Text c="dimmed" fz="sm">
        {t('sessionsHint')}
      </Text>
      {sessions.status === 'loading' && <LinesSkeleton lines={3} height={44} />}
      {sessions.status === 'failed' && <ErrorState failure={sessions.failure} onRetry={sessions.retry} />}
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.data?.map((one) => (
          <Row key={one.id} session={one} />
        ))}
      </Stack>
    </Stack>
  );
}

function Row({ session }: { session: Session }) {
  const t = useTranslation('auth');
  const format = useFormat();
  const write = useWrite(revokeSession, { toast: t('signedOut') });
  const device = parseUserAgent(session.user_agent);
  const name = device
    ? t('onSystem', { browser: device.browser, system: device.system })
    : t('unknownDevice');
  const Icon = device?.isPhone ? IconPhone : IconDeviceDesktop;
  return (
    <Group
      component="li"
      wrap="nowrap"
      py={10}
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      <Icon size={20} stroke={1.6} aria-hidden />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Text fw={500} component="div">
          {name} {session.is_current && <StatusPill tone="ok">{t('thisDevice')}</StatusPill>}
        </Text>
        <Text c="dimmed" fz="sm">
          {session.ip} · {t('lastUsed', { time: format.dateTime(session.last_used_at) })} ·{' '}
          {t('endsAtLatest', { date: format.date(session.ends_at) })}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          loading={write.pending}
          aria-label={`${t('signOut')}: ${name}`}
          onClick={() => void write.send({ id: session.id })}
        >
          {t('signOut')}
        </Button>
      )}
    </Group>
  );
}
