import { Button, Textarea } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { declineAgreement } from '../contract.ts';
import classes from './agreement.module.css';
import type { SignTarget } from './use-sign-form.ts';

/** Asks why a person declines to sign and notifies the company. Not a dialog: client pages have no styles for one. */
export function DeclineForm(props: { company: string; input: SignTarget; onCancel: () => void }) {
  const { company, input, onCancel } = props;
  const t = useTranslation('agreements');
  const write = useWrite(declineAgreement, { onDone: () => window.scrollTo({ top: 0 }) });
  const form = useRouteForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ ...input, reason }),
  });
  return (
    <section className={classes.declining} aria-labelledby="decline">
      <h3 id="decline" className={classes.declineTitle}>
        {t('decline.title')}
      </h3>
      <Form of={form} label={t('decline.title')}>
        <div className={classes.fields}>
          <Textarea
            key={form.key('reason')}
            {...form.getInputProps('reason')}
            label={t('decline.reason')}
            description={t('decline.hint', { company })}
            rows={3}
            // Opened by its own button, so focus moves here.
            autoFocus
            required
          />
          <div className={classes.declineActs}>
            <Button type="submit" color="red" loading={form.pending}>
              {t('decline.do')}
            </Button>
            <Button variant="default" disabled={form.pending} onClick={onCancel}>
              {t('decline.cancel')}
            </Button>
          </div>
        </div>
      </Form>
    </section>
  );
}
