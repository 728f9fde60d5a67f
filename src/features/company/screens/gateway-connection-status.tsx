import { Button, Stack } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type Gateway, testGateway } from '../gateway-contract.ts';

const tones = { ok: 'ok', refused: 'bad', needs_attention: 'bad', unchecked: 'info' } as const;

/** The state of the gateway connection, and a button that checks it with a real request. */
export function GatewayConnectionStatus({
  subscriberId,
  stored,
}: {
  subscriberId: string;
  stored: Gateway | undefined;
}) {
  const t = useTranslation('company');
  const write = useWrite(testGateway);
  const connection = stored?.connection ?? null;
  return (
    <Stack gap={12} mt={16}>
      {connection && (
        <Notice
          tone={connection.mode !== 'live' && connection.status === 'ok' ? 'info' : tones[connection.status]}
          isNews={!write.pending}
          title={t(`gatewayStatus.${connection.status}`, { account: connection.account })}
        >
          <div>{t(`gatewayMode.${connection.mode}`)}</div>
          {connection.code && <div>{t(`gatewayProblem.${connection.code}`)}</div>}
        </Notice>
      )}
      <Button
        variant="default"
        loading={write.pending}
        onClick={() => void write.send({ subscriberId })}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('testGateway')}
      </Button>
    </Stack>
  );
}
