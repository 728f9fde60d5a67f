import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { testGateway } from '../gateway-contract.ts';
import classes from './settings.module.css';

/** Asks whether what is stored works, and says what came of it. */
export function GatewayTest({ subscriberId }: { subscriberId: string }) {
  const t = useText('company');
  const [result, setResult] = useState<string | null>(null);
  const write = useWrite(testGateway, { onDone: (answer) => setResult(answer.result) });
  return (
    <div className={classes.switches}>
      <Button
        variant="default"
        loading={write.pending}
        onClick={() => void write.send({ subscriberId })}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('testGateway')}
      </Button>
      {result && (
        <Notice tone="info" isNews>
          {t(`testResult.${result}`)}
        </Notice>
      )}
    </div>
  );
}
