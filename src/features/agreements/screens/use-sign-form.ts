import { useEffect, useRef, useState } from 'react';
import type { Strokes } from '#domain/agreements/agreements.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useRouteForm } from '#web/ui/inputs/form.tsx';
import { type PublicAgreement, signAgreement } from '../contract.ts';

export interface SignTarget {
  appointmentPublicId: string;
  agreementPublicId: string;
  p?: string;
}

export interface SignFormProps {
  agreement: PublicAgreement;
  /** Changes when the text or consent to be signed changes. */
  text: string;
  input: SignTarget;
  hasReachedEnd: boolean;
  reload: () => void;
}

/**
 * The state of the signing form. Sends the hashes of what was shown. When the text changes while it is open, the form
 * says so and resets reading and consent; name and signature stay.
 */
export function useSignForm({ agreement, text, input, hasReachedEnd, reload }: SignFormProps) {
  const t = useTranslation('agreements');
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
  return { form, strokes, setStrokes, wasChanged };
}
