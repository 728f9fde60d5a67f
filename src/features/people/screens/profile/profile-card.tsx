import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { requiredFields } from '#domain/people/contact-fields.ts';
import { defaultColor } from '#domain/people/people.ts';
import { useWrite } from '#web/api.ts';
import { changeLanguage, type Lang, languages, useTranslation } from '#web/i18n.ts';
import { session, useUser } from '#web/session.ts';
import { useSaveable } from '#web/ui/feedback/save-bar-page.tsx';
import { ColorField } from '#web/ui/inputs/color-field.tsx';
import { PhoneInput } from '#web/ui/inputs/digit-inputs.tsx';
import { FieldGrid, Form, useRouteForm } from '#web/ui/inputs/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type Profile, updateProfile } from '../../profile-contract.ts';
import formClasses from '../person-modal.module.css';
import { PicturePanel } from '../picture-panel.tsx';
import { useTouched } from '../use-touched.ts';
import type { ProfilePart } from './profile-part.ts';

const required: readonly string[] = requiredFields('technicians').always;

interface Props {
  profile: Profile;
  part: ProfilePart;
}

/** Name, picture, e-mail, phone, color and language. A new e-mail address requires the password. */
export function ProfileCard({ profile, part }: Props) {
  const t = useTranslation('people');
  const profileForm = useProfileForm(profile, part);
  const { form, picture } = profileForm;
  const fields = useTouched(() => part.setDirty(true));
  useSaveable({
    isDirty: part.isDirty,
    pending: form.pending,
    save: () => form.submit(),
    discard: part.restart,
    others: () => [],
  });
  return (
    <Card title={t('profile.details')} flush>
      {/* Input events of all fields, including the picture, bubble up to this element. */}
      <div ref={fields}>
        <Form of={form} label={t('profile.details')}>
          <div className={formClasses.panels}>
            <PicturePanel
              stored={profile.profile_pic}
              chosen={picture.file}
              onChoose={picture.setFile}
              disabled={form.pending}
            />
            <ProfileFields of={profileForm} />
          </div>
        </Form>
      </div>
    </Card>
  );
}

function useProfileForm(profile: Profile, part: ProfilePart) {
  const t = useTranslation('people');
  const [file, setFile] = useState<File | null>(null);
  const [email, setEmail] = useState(profile.email);
  const isMoved = email.trim().toLowerCase() !== profile.email;
  const write = useWrite(updateProfile, {
    toast: t('profile.saved'),
    onDone: (data) => {
      part.setDirty(false);
      setFile(null);
      if (data.language !== profile.language) void changeLanguage(data.language);
      void session.reload();
    },
  });
  const form = useRouteForm({
    initialValues: {
      first_name: profile.first_name,
      last_name: profile.last_name,
      email: profile.email,
      current_password: '',
      phone: profile.phone,
      color: profile.color,
      language: profile.language as string,
    },
    write,
    toInput: ({ current_password, language, ...values }) => ({
      ...values,
      language: language as Lang,
      ...(isMoved ? { current_password } : {}),
      ...(file ? { profile_pic: file } : {}),
    }),
  });
  return { form, isMoved, setEmail, picture: { file, setFile } };
}

function ProfileFields({ of: { form, isMoved, setEmail } }: { of: ReturnType<typeof useProfileForm> }) {
  const t = useTranslation('people');
  const user = useUser();
  const field = (name: 'first_name' | 'last_name' | 'email' | 'phone' | 'color') => ({
    ...form.getInputProps(name),
    label: t(`fields.${name}`),
    required: required.includes(name),
  });
  const emailField = field('email');
  return (
    <FieldGrid>
      <TextInput key={form.key('first_name')} {...field('first_name')} autoComplete="given-name" />
      <TextInput key={form.key('last_name')} {...field('last_name')} autoComplete="family-name" />
      <TextInput
        key={form.key('email')}
        {...emailField}
        type="email"
        autoComplete="email"
        description={t('profile.emailHint')}
        onChange={(event) => {
          emailField.onChange(event);
          setEmail(event.currentTarget.value);
        }}
      />
      <PhoneInput
        key={form.key('phone')}
        {...field('phone')}
        autoComplete="tel-national"
        country={user.country_code}
      />
      {isMoved && <PasswordField form={form} />}
      <NativeSelect
        key={form.key('language')}
        {...form.getInputProps('language')}
        label={t('fields.language')}
        data={languages.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ColorField
        key={form.key('color')}
        {...field('color')}
        first={defaultColor}
        label={t('profile.color')}
      />
    </FieldGrid>
  );
}

/** A new address requires the password. */
function PasswordField({ form }: Pick<ReturnType<typeof useProfileForm>, 'form'>) {
  const t = useTranslation('people');
  return (
    <PasswordInput
      key={form.key('current_password')}
      {...form.getInputProps('current_password')}
      wrapperProps={{ 'data-wide': true }}
      autoComplete="current-password"
      label={t('profile.password')}
      description={t('profile.passwordHint')}
    />
  );
}
