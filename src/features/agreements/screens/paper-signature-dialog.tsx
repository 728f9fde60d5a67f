import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asZone, localDate } from '#domain/base/time.ts';
import { useWrite } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { DateField } from '#web/ui/inputs/date-field.tsx';
import { FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { IconPaperclip } from '#web/ui/layout/icons.ts';
import { type AppointmentAgreement, maxScanBytes, recordPaperSignature, scanTypes } from '../contract.ts';
import type { AgreementDialogTarget } from './agreement-dialogs.tsx';
import classes from './agreements-card.module.css';

interface Props {
  target: AgreementDialogTarget;
  agreement: AppointmentAgreement;
  onClose: () => void;
}

/** Records a signature on paper: signer, date, and a scan or photo. */
export function PaperSignatureDialog({ target, agreement, onClose }: Props) {
  const t = useTranslation('agreements');
  const { form, file, setFile } = usePaperForm({ target, agreement, onClose });
  const error = form.errors.file;
  return (
    <GuardedDialog opened onClose={onClose} title={t('card.onPaper')} locked={form.pending}>
      <Form of={form} label={t('card.onPaper')}>
        <Stack gap={14}>
          <Text c="dimmed">{t('card.paperHint')}</Text>
          <TextInput
            key={form.key('signer_name')}
            {...form.getInputProps('signer_name')}
            label={t('card.whoSigned')}
            maxLength={160}
            data-autofocus
            required
          />
          <DateField
            key={form.key('signed_on')}
            {...form.getInputProps('signed_on')}
            label={t('card.signedOn')}
            required
          />
          <ScanField
            file={file}
            onChoose={(chosen) => {
              setFile(chosen);
              if (chosen) form.clearFieldError('file');
            }}
          />
          {error && (
            <Text c="red" fz="sm" role="alert">
              {error}
            </Text>
          )}
          <Button type="submit" loading={form.pending}>
            {t('card.record')}
          </Button>
        </Stack>
      </Form>
    </GuardedDialog>
  );
}

function usePaperForm({ target, agreement, onClose }: Props) {
  const t = useTranslation('agreements');
  const { timezone } = useUser();
  const [file, setFile] = useState<File | null>(null);
  const write = useWrite(recordPaperSignature, { onDone: onClose, toast: t('card.paperDone') });
  const clients = agreement.signers.filter((signer) => signer.role === 'client').map(({ name }) => name);
  const form = useRouteForm({
    initialValues: {
      signer_name: clients.join(', '),
      signed_on: localDate(now(), asZone(timezone)),
      file: null,
    },
    write,
    check: () => (file ? {} : { file: t('card.chooseScan') }) as Record<string, string>,
    toInput: ({ signer_name, signed_on }) => ({
      ...target,
      signer_name,
      signed_on,
      file: file ?? new File([], ''),
    }),
  });
  return { form, file, setFile };
}

/** The chosen scan, or where to choose one. */
function ScanField({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const t = useTranslation('agreements');
  const format = useFormat();
  if (file) {
    return (
      <div className={classes.file}>
        <IconPaperclip size={18} aria-hidden />
        <span className={classes.signer}>{file.name}</span>
        <Button variant="default" size="xs" onClick={() => onChoose(null)}>
          {t('card.otherFile')}
        </Button>
      </div>
    );
  }
  return (
    <FileDrop
      accept={scanTypes}
      maxBytes={maxScanBytes}
      label={t('card.dropScan')}
      hint={t('card.scanKinds', { size: format.bytes(maxScanBytes) })}
      onFiles={([chosen]) => onChoose(chosen ?? null)}
    />
  );
}
