import { Stack } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { LongText } from './long-text.tsx';
import { useProblemText } from './use-problem-text.ts';
import classes from './webhooks.module.css';

interface Props {
  request_headers: Readonly<Record<string, string>>;
  http_status: number | null;
  problem: string | null;
  answer: string | null;
  duration_ms: number | null;
}

/** A request and what came back: headers, status, duration and the first kilobyte of the response. */
export function Exchange({ request_headers, http_status, problem, answer, duration_ms }: Props) {
  const t = useTranslation('automations');
  const format = useFormat();
  const problemText = useProblemText();
  const headers = Object.entries(request_headers).map(([name, value]) => `${name}: ${value}`);
  const isOpen = http_status === null && problem === null;
  return (
    <Stack gap={10}>
      <div className={classes.result}>
        <StatusPill tone={isOpen ? 'info' : problem === null ? 'ok' : 'bad'}>
          {http_status ?? t(isOpen ? 'hooks.statusOf.sending' : 'hooks.noAnswer')}
        </StatusPill>
        {duration_ms !== null && <span>{t('hooks.duration', { ms: format.number(duration_ms) })}</span>}
        {problem && <span>{problemText(problem, http_status)}</span>}
      </div>
      <LongText label={t('hooks.requestHeaders')} text={headers.join('\n')} />
      {answer && <LongText label={t('hooks.answer')} text={answer} />}
    </Stack>
  );
}
