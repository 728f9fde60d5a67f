import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { updatePreferences } from '#features/auth/contract.ts';
import { useWrite } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton, UnstyledLink } from '#web/navigation/link.tsx';
import { session, useUser } from '#web/session.ts';
import { IconCircleCheck, IconCircleDashed } from '#web/ui/layout/icons.ts';
import type { SetupStep } from '../contract.ts';
import classes from './setup-card.module.css';

const dismissed = { 'dashboard.setup': ['dismissed'] };

/** What is left to set up: each step with a link to the page that does it, the next one with the button. */
export function SetupCard({ steps }: { steps: readonly SetupStep[] }) {
  const t = useTranslation('dashboard');
  const lists = useUser().saved_columns ?? {};
  const { send, pending } = useWrite(updatePreferences, {
    onDone: () => session.amend({ saved_columns: { ...lists, ...dismissed } }),
  });
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  return (
    <section className={classes.card} aria-labelledby="setup">
      <div className={classes.head}>
        <h2 id="setup" className={classes.title}>
          {t('setup.title')}
        </h2>
        <span className={classes.progress}>{t('setup.progress', { done, all: steps.length })}</span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={pending}
          onClick={() => send({ saved_columns: dismissed })}
        >
          {t('setup.dismiss')}
        </Button>
      </div>
      <Progress value={(100 * done) / steps.length} size={6} aria-hidden />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} className={classes.step} data-done={step.isDone || undefined}>
            <Step step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { key, path, isDone }, isNext }: { step: SetupStep; isNext: boolean }) {
  const t = useTranslation('dashboard');
  const label = t(`setup.step.${key}`);
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <>
      <Icon size={20} stroke={1.7} className={classes.mark} aria-hidden />
      {isDone ? (
        <span className={classes.label}>
          {label} <VisuallyHidden>{t('setup.done')}</VisuallyHidden>
        </span>
      ) : (
        <UnstyledLink to={path} className={classes.label}>
          {label}
        </UnstyledLink>
      )}
      {isNext && <Start to={path} opensDialog={key === 'appointment'} label={label} />}
    </>
  );
}

function Start({ to, opensDialog, label }: { to: string; opensDialog: boolean; label: string }) {
  const t = useTranslation('dashboard');
  const props = { size: 'sm', 'aria-label': t('setup.startStep', { step: label }) };
  if (!opensDialog) {
    return (
      <LinkButton to={to} {...props}>
        {t('setup.start')}
      </LinkButton>
    );
  }
  return (
    <Button onClick={() => openNewAppointment()} {...props}>
      {t('setup.start')}
    </Button>
  );
}
