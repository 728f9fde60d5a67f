import { Button, Checkbox, TextInput } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { isDifferentName } from '#domain/agreements/agreements.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Form } from '#web/ui/inputs/form.tsx';
import { IconCircleCheck } from '#web/ui/layout/icons.ts';
import type { PublicAgreement } from '../contract.ts';
import classes from './agreement.module.css';
import { type SignFormProps, type SignTarget, useSignForm } from './use-sign-form.ts';

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

/** Form with name, consent (never checked in advance) and a preview of the signature. */
export function SignForm(props: SignFormProps) {
  const { agreement, input, hasReachedEnd } = props;
  const t = useTranslation('agreements');
  const sign = useSignForm(props);
  const { form } = sign;
  const behalf = agreement.viewer?.on_behalf_of;
  const known = agreement.viewer?.name ?? '';
  return (
    <section className={classes.sign} aria-labelledby="sign">
      <h2 id="sign" className={classes.heading}>
        {t('signTitle')}
      </h2>
      {sign.wasChanged && (
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
          <SignatureFields known={known} sign={sign} />
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

interface SignatureProps {
  /** The name known from the link. */
  known: string;
  sign: ReturnType<typeof useSignForm>;
}

/** The signer's name and the signature: a preview of the typed name, or a drawing. */
function SignatureFields({ known, sign: { form, strokes, setStrokes } }: SignatureProps) {
  const t = useTranslation('agreements');
  const [name, setName] = useState('');
  const nameProps = form.getInputProps('signer_name');
  return (
    <>
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
    </>
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
