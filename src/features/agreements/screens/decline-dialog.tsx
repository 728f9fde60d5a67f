import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, useDataForm } from '#web/ui/form.tsx';
import { declineAgreement } from '../contract.ts';
import type { SignTarget } from './sign-form.tsx';

/** Asks why somebody does not want to sign, and tells the company. */
export function DeclineDialog(props: { company: string; input: SignTarget; onClose: () => void }) {
  const { company, input, onClose } = props;
  const t = useText('agreements');
  const write = useWrite(declineAgreement, {
    onDone: () => {
      onClose();
      window.scrollTo({ top: 0 });
    },
  });
  const form = useDataForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ ...input, reason }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('decline.title')} locked={form.pending}>
      <Form of={form} label={t('decline.title')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('decline.hint', { company })}</Text>
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('decline.reason')}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
            required
          />
          <Button type="submit" color="red" loading={form.pending}>
            {t('decline.do')}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
