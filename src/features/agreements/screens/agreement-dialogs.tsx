import { Button, Select, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Form, type RouteForm, useRouteForm } from '#web/ui/inputs/form.tsx';
import { type AppointmentAgreement, addAgreement, reissueAgreement, voidAgreement } from '../contract.ts';
import { listAgreements } from '../library-contract.ts';

export interface AgreementDialogTarget {
  id: string;
  agreementId: string;
}

interface Props {
  target: AgreementDialogTarget;
  agreement: AppointmentAgreement;
  onClose: () => void;
}

/** Asks for a reason and declares an agreement void. */
export function VoidAgreementDialog({ target, onClose }: Props) {
  const t = useTranslation('agreements');
  const write = useWrite(voidAgreement, { onDone: onClose, toast: t('card.voided') });
  const form = useRouteForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => ({ ...target, reason }),
  });
  const title = t('card.doVoid');
  return (
    <ReasonDialog of={form} title={title} hint={t('card.voidHint')} onClose={onClose} color="red">
      <ReasonField key={form.key('reason')} {...form.getInputProps('reason')} />
    </ReasonDialog>
  );
}

/** Asks for a reason, voids an agreement, and replaces it with a new copy of the current text. */
export function ReissueAgreementDialog({ target, agreement, onClose }: Props) {
  const t = useTranslation('agreements');
  const write = useWrite(reissueAgreement, { onDone: onClose, toast: t('card.reissued') });
  const form = useRouteForm({
    initialValues: { reason: agreement.void_reason },
    write,
    toInput: ({ reason }) => ({ ...target, reason }),
  });
  const hint = t('card.reissueHint', { version: agreement.offered_version ?? 1 });
  return (
    <ReasonDialog of={form} title={t('card.reissue')} hint={hint} onClose={onClose}>
      <ReasonField key={form.key('reason')} {...form.getInputProps('reason')} />
    </ReasonDialog>
  );
}

interface Asked {
  of: RouteForm;
  title: string;
  hint: string;
  onClose: () => void;
  color?: string;
  children: ReactNode;
}

function ReasonDialog({ of, title, hint, onClose, color, children }: Asked) {
  return (
    <GuardedDialog opened onClose={onClose} title={title} locked={of.pending}>
      <Form of={of} label={title}>
        <Stack gap={14}>
          <Text c="dimmed">{hint}</Text>
          {children}
          <Button type="submit" {...(color ? { color } : {})} loading={of.pending}>
            {title}
          </Button>
        </Stack>
      </Form>
    </GuardedDialog>
  );
}

function ReasonField(props: TextareaProps) {
  const t = useTranslation('agreements');
  return (
    <Textarea
      {...props}
      label={t('card.reason')}
      autosize
      minRows={2}
      maxLength={500}
      data-autofocus
      required
    />
  );
}

/** Selects one of the offered templates and adds it. */
export function AddAgreementDialog({
  appointmentId,
  onClose,
}: {
  appointmentId: string;
  onClose: () => void;
}) {
  const t = useTranslation('agreements');
  const templates = useRead(listAgreements, { perPage: 100 });
  const write = useWrite(addAgreement, { onDone: onClose, toast: t('card.added') });
  const form = useRouteForm({
    initialValues: { template_id: '' },
    write,
    check: ({ template_id }) =>
      (template_id ? {} : { template_id: t('card.choose') }) as Record<string, string>,
    toInput: ({ template_id }) => ({ id: appointmentId, template_id }),
  });
  const data = (templates.data?.pageData ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <GuardedDialog opened onClose={onClose} title={t('card.add')} locked={form.pending}>
      <Form of={form} label={t('card.add')}>
        <Stack gap={14}>
          <Select
            key={form.key('template_id')}
            {...form.getInputProps('template_id')}
            label={t('card.template')}
            data={data}
            searchable
            data-autofocus
            required
          />
          <Button type="submit" loading={form.pending}>
            {t('card.add')}
          </Button>
        </Stack>
      </Form>
    </GuardedDialog>
  );
}
