import { Button, Stack } from '@mantine/core';
import { type Gateway, testGateway } from '#features/company/gateway-contract.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

const tones = { ok: 'ok', refused: 'bad', needs_attention: 'bad', unchecked: 'info' } as const;

/** The state of the gateway connection, and a button that checks it with a real request. */
export function GatewayConnectionStatus({
  subscriberId,
  stored,
}: {
  subscriberId: string;
  stored: Gateway | undefined;
}) {
  const t = useTranslation('payments');
  const write = useWrite(testGateway);
  const connection = stored?.connection ?? null;
  return (
    <Stack gap={12} mt={16}>
      {connection && (
        <Notice
          tone={connection.mode !== 'live' && connection.status === 'ok' ? 'info' : tones[connection.status]}
          isNews={!write.pending}
          title={t(`settings.gatewayStatus.${connection.status}`, { account: connection.account })}
        >
          <div>{t(`settings.gatewayMode.${connection.mode}`)}</div>
          {connection.code && <div>{t(`settings.gatewayProblem.${connection.code}`)}</div>}
        </Notice>
      )}
      <Button
        variant="default"
        loading={write.pending}
        onClick={() => void write.send({ subscriberId })}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('settings.testGateway')}
      </Button>
    </Stack>
  );
}
