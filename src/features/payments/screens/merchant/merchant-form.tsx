import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { currencyIso } from '#domain/base/money.ts';
import { typedNumber } from '#domain/base/typed-number.ts';
import { checkApplication } from '#domain/payments/merchant-application.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { NewerVersionNotice } from '#web/editing/newer-version-notice.tsx';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useUnsavedGuard } from '#web/editing/use-unsaved-guard.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { PhoneInput, ZipInput } from '#web/ui/inputs/digit-inputs.tsx';
import { FieldGrid, Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { RouteInput } from '#wire/route.ts';
import {
  type MerchantState,
  saveMerchantApplication,
  submitMerchantApplication,
} from '../../merchant-contract.ts';
import classes from './merchant.module.css';
import { InvalidFieldsNotice, LastSubmissionNotice } from './merchant-notices.tsx';

type Values = Record<Field, string>;
type Field = keyof MerchantState['form'];
type Texts = ReturnType<typeof useTranslation>;
interface StoredInput {
  values: Values;
  rev: number;
}

const business = [
  'legal_name',
  'dba_name',
  'email',
  'phone',
  'website',
  'high_ticket',
  'business_description',
  'address',
  'city',
  'state',
  'zip_code',
] as const satisfies Field[];
const person = [
  'principal_first_name',
  'principal_last_name',
  'principal_title',
  'principal_phone',
] as const satisfies Field[];
const optional: readonly Field[] = ['website', 'business_description', 'principal_title', 'high_ticket'];
const hinted: readonly Field[] = ['legal_name', 'business_description', 'principal_title', 'high_ticket'];
const fillers: Partial<Record<Field, string>> = {
  legal_name: 'organization',
  dba_name: 'organization',
  email: 'email',
  website: 'url',
  address: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  principal_first_name: 'given-name',
  principal_last_name: 'family-name',
  principal_title: 'organization-title',
};

/**
 * The application form. Sends the revision it was opened with: another user's change is never overwritten unnoticed,
 * and the input here stays until it is saved, sent or discarded.
 */
export function MerchantFormCard({ state, onSent }: { state: MerchantState; onSent: () => void }) {
  const [newest, setNewest] = useState<MerchantState | null>(null);
  const [over, setOver] = useState<Values | null>(null);
  const shown = newest ?? state;
  const rev = shown.application?.rev ?? 0;
  return (
    <Fields
      key={newest ? `${rev} ${over !== null}` : 'first'}
      state={shown}
      typed={over}
      onSent={onSent}
      onNewer={(current, mine) => {
        setNewest(current);
        setOver(mine);
      }}
    />
  );
}

interface FieldsProps {
  state: MerchantState;
  /** The input to apply on top of the newer version. */
  typed: Values | null;
  onSent: () => void;
  onNewer: (current: MerchantState, mine: Values | null) => void;
}

/** Holds the draft while it is edited: the input, whether it is saved, and the two ways to send it. */
function useMerchantForm({ state, typed, onSent }: FieldsProps) {
  const t = useTranslation('payments');
  const found = useRestoredInput<StoredInput>('merchant');
  const [isDirty, setDirty] = useState(found !== null || typed !== null);
  const [rev, setRev] = useState(found ? found.rev : revOf(state));
  const [late, setLate] = useState<MerchantState | null>(null);
  const clean = (now: MerchantState) => {
    setDirty(false);
    setLate(null);
    setRev(revOf(now));
  };
  const onFail = (failure: ApiFailure) => {
    const current = newerVersionIn<MerchantState>(failure);
    if (current) setLate(current);
    return current !== null;
  };
  const sending = useWrite(submitMerchantApplication, {
    toast: t('merchant.sent'),
    onDone: (now) => {
      clean(now);
      onSent();
    },
    onFail,
  });
  const saving = useWrite(saveMerchantApplication, { toast: t('merchant.saved'), onDone: clean, onFail });
  const form = useRouteForm({
    initialValues: typed ?? found?.values ?? valuesOf(state),
    write: sending,
    check: (values) => problemsOf(values, state.country_code, t),
    toInput: (values) => inputOf(values, rev),
  });
  useUnsavedGuard(isDirty);
  usePreserveInput('merchant', () =>
    isDirty ? ({ values: form.getValues(), rev } satisfies StoredInput) : null,
  );
  const save = async () => {
    if (!isAmount(form.getValues().high_ticket))
      return form.setFieldError('high_ticket', t('merchant.wholeAmount'));
    await saving.send(inputOf(form.getValues(), rev));
  };
  // "Save mine" remounts the form on top of the newer version and then saves.
  const isOver = useRef(typed !== null);
  useEffect(() => {
    if (!isOver.current) return;
    isOver.current = false;
    void save();
  });
  return { form, late, save, onEdit: () => setDirty(true), isSaving: saving.pending };
}

function Fields(props: FieldsProps) {
  const { state, onNewer } = props;
  const t = useTranslation('payments');
  const { form, late, save, onEdit, isSaving } = useMerchantForm(props);
  const input = (name: Field) => <Input key={name} name={name} form={form} state={state} />;
  return (
    <Card title={t('merchant.business')}>
      <div onInput={onEdit}>
        <Form of={form} label={t('merchant.title')}>
          <div className={classes.notices}>
            <LastSubmissionNotice state={state} />
            {late && (
              <NewerVersionNotice
                title={t('merchant.late')}
                onShow={() => onNewer(late, null)}
                onSaveMine={() => onNewer(late, form.getValues())}
              />
            )}
            <InvalidFieldsNotice count={Object.keys(form.errors).length} />
          </div>
          <FieldGrid>{business.map(input)}</FieldGrid>
          <div className={classes.group}>
            <h3 className={classes.part}>{t('merchant.person')}</h3>
            <p className={classes.hint}>{t('merchant.personHint')}</p>
            <FieldGrid>{person.map(input)}</FieldGrid>
          </div>
          <div className={classes.group}>
            <Notice tone="info">{t('merchant.neverHere')}</Notice>
          </div>
          <div className={classes.buttons}>
            <Button type="submit" loading={form.pending} disabled={isSaving}>
              {t('merchant.send')}
            </Button>
            <Button variant="default" loading={isSaving} onClick={() => void save()}>
              {t('merchant.saveDraft')}
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

interface InputProps {
  name: Field;
  form: ReturnType<typeof useRouteForm<Values, typeof submitMerchantApplication>>;
  state: MerchantState;
}

function Input({ name, form, state }: InputProps) {
  const t = useTranslation('payments');
  const currency = currencyIso(state.currency);
  const common = {
    ...form.getInputProps(name),
    label: t(`merchant.f.${name}`),
    ...(hinted.includes(name) ? { description: t(`merchant.hint.${name}`, { currency }) } : {}),
    ...(optional.includes(name) ? {} : { required: true, withAsterisk: false }),
  };
  const at = form.key(name);
  if (name === 'phone' || name === 'principal_phone')
    return <PhoneInput key={at} {...common} country={state.country_code} />;
  if (name === 'zip_code') return <ZipInput key={at} {...common} country={state.country_code} />;
  const isWide = name === 'address' || name === 'business_description';
  return (
    <TextInput
      key={at}
      {...common}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={fillers[name] ?? 'off'}
      {...(name === 'high_ticket' ? { inputMode: 'numeric' } : {})}
      {...(isWide ? { wrapperProps: { 'data-wide': true } } : {})}
    />
  );
}

/** Returns all problems the server would reject, in form order, so that users fix them in one round. */
function problemsOf(values: Values, country_code: string, t: Texts): Record<string, string> {
  const { problems } = checkApplication(
    { ...values, high_ticket: amountOf(values.high_ticket) },
    { country_code },
  );
  const wrong = [...business, ...person].filter((name) => name in problems);
  return Object.fromEntries(
    wrong.map((name) => {
      if (name === 'high_ticket') return [name, t('merchant.wholeAmount')];
      const what = values[name].trim() === '' ? 'isMissing' : 'isWrong';
      return [name, t(`merchant.${what}`, { field: t(`merchant.f.${name}`) })];
    }),
  );
}

function revOf({ application }: MerchantState): number {
  return application?.state === 'draft' ? application.rev : 0;
}

function valuesOf({ form }: MerchantState): Values {
  return { ...form, high_ticket: form.high_ticket === null ? '' : String(form.high_ticket) };
}

function isAmount(text: string): boolean {
  const amount = amountOf(text);
  return amount === null || (Number.isInteger(amount) && amount >= 1 && amount <= 30_000);
}

/** Parses an entered amount: null for empty, NaN for anything that is not a number. */
function amountOf(text: string): number | null {
  return text.trim() === '' ? null : (typedNumber(text) ?? Number.NaN);
}

function inputOf(values: Values, rev: number): RouteInput<typeof saveMerchantApplication> {
  return { ...values, high_ticket: amountOf(values.high_ticket), rev };
}
