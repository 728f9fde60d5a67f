import { Button, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Write } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { Form, type RouteForm, useRouteForm } from '#web/ui/inputs/form.tsx';
import type { Route, RouteInput } from '#wire/route.ts';

interface Frame {
  form: RouteForm;
  title: string;
  /** Label of the confirm button. */
  yes: string;
  destroys?: boolean;
  width?: number;
  children: ReactNode;
  onClose: () => void;
}

/** The frame of payment dialogs: a form with one button, which stays open while it is sent. */
export function PaymentDialog({ form, title, yes, destroys, width, children, onClose }: Frame) {
  return (
    <GuardedDialog opened onClose={onClose} title={title} locked={form.pending} {...(width ? { width } : {})}>
      <Form of={form} label={title}>
        <Stack gap={14}>
          {children}
          <Button type="submit" {...(destroys ? { color: 'red' } : {})} loading={form.pending}>
            {yes}
          </Button>
        </Stack>
      </Form>
    </GuardedDialog>
  );
}

/** The reason that payment actions require; `props` are those of the form field. */
export function ReasonField({ isFirst = false, ...props }: { isFirst?: boolean; [prop: string]: unknown }) {
  const t = useTranslation('payments');
  return (
    <Textarea
      {...props}
      label={t('reason')}
      autosize
      minRows={2}
      maxLength={500}
      required
      {...(isFirst ? { 'data-autofocus': true } : {})}
    />
  );
}

interface Asked<R extends Route> {
  write: Write<R>;
  toInput: (reason: string) => RouteInput<R>;
  title: string;
  hint: string;
  yes: string;
  destroys?: boolean;
  onClose: () => void;
}

/** Asks for the reason of one action and runs it. */
export function ReasonDialog<R extends Route>({ write, toInput, hint, ...frame }: Asked<R>) {
  const form = useRouteForm({
    initialValues: { reason: '' },
    write,
    toInput: ({ reason }) => toInput(reason),
  });
  return (
    <PaymentDialog form={form} {...frame}>
      <Text c="dimmed">{hint}</Text>
      <ReasonField key={form.key('reason')} {...form.getInputProps('reason')} isFirst />
    </PaymentDialog>
  );
}
