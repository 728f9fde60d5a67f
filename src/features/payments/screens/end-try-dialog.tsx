import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { closeAttempt } from '../pay-contract.ts';

/** Ends a try to pay whose end could not be found out, with a reason; says so when it is too early for that. */
export function EndTryDialog({ attemptId, onClose }: { attemptId: string; onClose: () => void }) {
  const t = useText('payments');
  const write = useWrite(closeAttempt, {
    onDone: ({ state }) => {
      const isOver = state !== 'processing' && state !== 'waiting';
      toast(t(isOver ? 'tryEnded' : 'tryNotEnded'), { kind: isOver ? 'success' : 'info' });
      onClose();
    },
  });
  const form = useDataForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ attemptId, reason }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('endTryTitle')} locked={form.pending}>
      <Form of={form} label={t('endTryTitle')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('endTryHint')}</Text>
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('reason')}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            required
          />
          <Button type="submit" loading={form.pending}>
            {t('endTry')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
