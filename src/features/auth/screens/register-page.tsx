import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useWrite } from '#web/api.ts';
import { currentLang, interpolateNodes, useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { toast } from '#web/toast.ts';
import { PhoneInput } from '#web/ui/inputs/digit-inputs.tsx';
import { FieldGrid, Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { signUp } from '../contract.ts';
import { AuthFooterLink, AuthHeading, LegalLink, NewPasswordInput, useLoginPath } from './auth-parts.tsx';

/** Creates a company and its owner; also under /auth/register-unprotected. */
export function RegisterPage() {
  const t = useTranslation('auth');
  const go = useNavigateTo();
  const login = useLoginPath();
  const write = useWrite(signUp, {
    onDone: (data) => {
      const email = encodeURIComponent(data.email);
      if (data.verification_required) {
        go(`/auth/verify?email=${email}`);
        return;
      }
      toast(t('accountReady'), { kind: 'success' });
      go(`${login}?email=${email}`);
    },
  });
  const form = useRouteForm({
    initialValues: {
      first_name: '',
      last_name: '',
      company_name: '',
      email: '',
      phone: '',
      password: '',
      terms_of_policy: false,
      receive_communication: false,
    },
    write,
    toInput: (values) => ({
      ...values,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: currentLang(),
    }),
  });
  const field = (name: Parameters<typeof form.getInputProps>[0]) => form.getInputProps(name);

  return (
    <>
      <AuthHeading title={t('registerTitle')}>{t('registerHint')}</AuthHeading>
      <Form of={form} label={t('createAccount')}>
        <Stack gap={14}>
          <FieldGrid>
            <TextInput
              key={form.key('first_name')}
              {...field('first_name')}
              label={t('firstName')}
              autoComplete="given-name"
              autoFocus
            />
            <TextInput
              key={form.key('last_name')}
              {...field('last_name')}
              label={t('lastName')}
              autoComplete="family-name"
            />
          </FieldGrid>
          <TextInput
            key={form.key('company_name')}
            {...field('company_name')}
            label={t('companyName')}
            autoComplete="organization"
          />
          <FieldGrid>
            <TextInput
              key={form.key('email')}
              {...field('email')}
              type="email"
              label={t('email')}
              autoComplete="username"
            />
            <PhoneInput key={form.key('phone')} {...field('phone')} label={t('phone')} />
          </FieldGrid>
          <NewPasswordInput
            key={form.key('password')}
            {...field('password')}
            label={t('password')}
            ownNames={() => {
              const { email, first_name, last_name, company_name } = form.getValues();
              return [email, first_name, last_name, company_name];
            }}
          />
          <Checkbox
            key={form.key('terms_of_policy')}
            {...form.getInputProps('terms_of_policy', { type: 'checkbox' })}
            label={interpolateNodes(t('acceptTerms'), {
              terms: <LegalLink href="/public/terms-of-use">{t('termsLink')}</LegalLink>,
              privacy: <LegalLink href="/public/privacy-policy">{t('privacyLink')}</LegalLink>,
            })}
          />
          <Checkbox
            key={form.key('receive_communication')}
            {...form.getInputProps('receive_communication', { type: 'checkbox' })}
            label={t('receiveNews')}
            // Room for a finger between the boxes.
            mt={10}
          />
          <Button type="submit" size="md" loading={form.pending} fullWidth mt={4}>
            {t('createAccount')}
          </Button>
        </Stack>
      </Form>
      <AuthFooterLink text={t('haveAccount')} link={t('signIn')} to={login} />
    </>
  );
}
