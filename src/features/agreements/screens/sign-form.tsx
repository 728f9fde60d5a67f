import { Button, Checkbox, TextInput } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { isDifferentName, type Strokes } from '#domain/agreements/agreements.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { IconCircleCheck } from '#web/ui/layout/icons.ts';
import { type PublicAgreement, signAgreement } from '../contract.ts';
import classes from './agreement.module.css';

export interface SignTarget {
  appointmentPublicId: string;
  agreementPublicId: string;
  p?: string;
}

interface Props {
  agreement: PublicAgreement;
  /** Changes when the text or consent to be signed changes. */
  text: string;
  input: SignTarget;
  hasReachedEnd: boolean;
  reload: () => void;
}

const consentStyles = {
  label: { fontSize: 15, fontWeight: 500 },
  description: { fontSize: 13, lineHeight: '19px' },
};

// Declining is rare, so the form is loaded on demand.
const DeclineForm = lazy(async () => ({ default: (await import('./decline-form.tsx')).DeclineForm }));
// Most people type their signature; drawing is loaded on demand.
const DrawField = lazy(async () => ({
  default: (await import('./draw-signature-field.tsx')).DrawSignatureField,
}));

/**
 * Form with name, consent (never checked in advance) and a preview of the signature. Sends the hashes of what was
 * shown. When the text changes while it is open, the form says so and resets reading and consent; name and signature
 * stay.
 */
export function SignForm({ agreement, text, input, hasReachedEnd, reload }: Props) {
  const t = useTranslation('agreements');
  const [name, setName] = useState('');
  const [strokes, setStrokes] = useState<Strokes | null>(null);
  const [wasChanged, setChanged] = useState(false);
  const sign = useWrite(signAgreement, {
    onDone: () => window.scrollTo({ top: 0 }),
    onFail: (failure) => {
      if (failure.type !== 'CONFLICT') return undefined;
      setChanged(true);
      reload();
      return true;
    },
  });
  const form = useRouteForm({
    initialValues: { signer_name: '', strokes: null, has_read: false, consent: false },
    write: sign,
    check: ({ signer_name, has_read, consent }) => ({
      ...(has_read || hasReachedEnd ? {} : { has_read: t('mustRead') }),
      ...(signer_name.trim().length < 2 ? { signer_name: t('mustName') } : {}),
      ...(strokes && strokes.length === 0 ? { strokes: t('mustDraw') } : {}),
      ...(consent ? {} : { consent: t('mustConsent') }),
    }),
    toInput: ({ signer_name, has_read, consent }) => ({
      ...input,
      signer_name,
      consent,
      ...(strokes ? { strokes: strokes.map((one) => one.map(([x, y]) => [x, y] as [number, number])) } : {}),
      has_read: has_read || hasReachedEnd,
      content_hash: agreement.content_hash,
      consent_sha256: agreement.consent.sha256,
    }),
  });
  const { setFieldValue } = form;
  const shown = useRef(text);
  useEffect(() => {
    if (shown.current === text) return;
    shown.current = text;
    setFieldValue('has_read', false);
    setFieldValue('consent', false);
    setChanged(true);
  }, [text, setFieldValue]);
  const nameProps = form.getInputProps('signer_name');
  const behalf = agreement.viewer?.on_behalf_of;
  const known = agreement.viewer?.name ?? '';
  return (
    <section className={classes.sign} aria-labelledby="sign">
      <h2 id="sign" className={classes.heading}>
        {t('signTitle')}
      </h2>
      {wasChanged && (
        <Notice tone="warn" isNews>
          {t('wasChanged')}
        </Notice>
      )}
      {known && <p className={classes.signingAs}>{t('signingAs', { name: known })}</p>}
      {behalf && <Notice tone="info">{t('onBehalf', { names: behalf })}</Notice>}
      <Form of={form} label={t('signTitle')}>
        <div className={classes.fields}>
          <Checkbox
            key={form.key('has_read')}
            {...form.getInputProps('has_read', { type: 'checkbox' })}
            label={t('haveRead')}
          />
          {hasReachedEnd && (
            <p className={classes.read}>
              <IconCircleCheck size={18} stroke={1.8} aria-hidden />
              {t('reachedEnd')}
            </p>
          )}
          <TextInput
            key={form.key('signer_name')}
            {...nameProps}
            onChange={(event) => {
              setName(event.currentTarget.value);
              nameProps.onChange(event);
            }}
            label={t('fullName')}
            description={strokes === null && t('fullNameHint')}
            autoComplete="name"
            maxLength={160}
            required
          />
          {isDifferentName(name, known) && name.trim().length > 1 && (
            <Notice tone="warn">{t('otherName', { name: known })}</Notice>
          )}
          {strokes === null ? (
            <div className={classes.preview} aria-hidden>
              <span className={classes.script}>{name.trim() || '\u00a0'}</span>
              <span className={classes.line}>{t('preview')}</span>
            </div>
          ) : (
            <Suspense fallback={<LinesSkeleton lines={3} height={36} />}>
              <DrawField
                onDraw={(drawn) => {
                  setStrokes(drawn);
                  form.clearFieldError('strokes');
                }}
                error={form.errors.strokes as string | undefined}
              />
            </Suspense>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.switch ?? ''}
            onClick={() => setStrokes(strokes === null ? [] : null)}
          >
            {t(strokes === null ? 'drawInstead' : 'typeInstead')}
          </Button>
          <Checkbox
            key={form.key('consent')}
            {...form.getInputProps('consent', { type: 'checkbox' })}
            label={agreement.consent.label}
            description={agreement.consent.disclosure}
            styles={consentStyles}
          />
          <Button type="submit" size="md" loading={form.pending}>
            {t('sign')}
          </Button>
        </div>
      </Form>
      {!agreement.my_decline && <Declining agreement={agreement} input={input} />}
    </section>
  );
}

function Declining({ agreement, input }: { agreement: PublicAgreement; input: SignTarget }) {
  const t = useTranslation('agreements');
  const [isOpen, setOpen] = useState(false);
  const link = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    setOpen(false);
    requestAnimationFrame(() => link.current?.focus());
  };
  if (isOpen) {
    return (
      <Suspense fallback={<LinesSkeleton lines={3} height={36} />}>
        <DeclineForm company={agreement.company.company_name} input={input} onCancel={cancel} />
      </Suspense>
    );
  }
  return (
    <Button
      ref={link}
      variant="subtle"
      color="gray"
      className={classes.decline ?? ''}
      onClick={() => setOpen(true)}
    >
      {t('decline.link')}
    </Button>
  );
}
