import { NativeSelect, TextInput } from '@mantine/core';
import { fieldDefinitions, type PersonField } from '#domain/people/contact-fields.ts';
import { defaultColor } from '#domain/people/people.ts';
import { languages, useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { ColorField } from '#web/ui/inputs/color-field.tsx';
import { PhoneInput, ZipInput } from '#web/ui/inputs/digit-inputs.tsx';
import { EmailField } from './email-field.tsx';
import type { usePersonForm } from './use-person-form.ts';

interface Props {
  name: PersonField;
  form: ReturnType<typeof usePersonForm>['form'];
  isFirst?: boolean;
  isRequired?: boolean;
}

/** The control of one field of a person, with its label and the server's message. */
export function PersonFieldInput({ name, form, isFirst = false, isRequired = false }: Props) {
  const t = useTranslation('people');
  const { country_code: country } = useUser();
  const { input, placement } = fieldDefinitions[name];
  const props = {
    ...form.getInputProps(name),
    label: t(labelOf(name, country)),
    required: isRequired,
    autoComplete: 'off',
  };
  const acceptSuggestion = (email: string) => {
    form.setFieldValue('email', email);
    // The field re-renders with the new text and the suggestion button is gone, so focus the field.
    requestAnimationFrame(() => form.getInputNode('email')?.focus());
  };
  switch (input) {
    case 'phone':
      return <PhoneInput {...props} country={country} />;
    case 'zip':
      return <ZipInput {...props} country={country} />;
    case 'email':
      return <EmailField {...props} onTake={acceptSuggestion} />;
    case 'language':
      return (
        <NativeSelect
          {...props}
          description={t('languageHint')}
          data={[
            { value: '', label: t('companyLanguage') },
            ...languages.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      );
    case 'color':
      return <ColorField {...props} first={defaultColor} />;
    default:
      return (
        <TextInput
          {...props}
          {...(placement === 'wide' ? { wrapperProps: { 'data-wide': true } } : {})}
          type={input === 'url' ? 'url' : 'text'}
          {...(input === 'emails' ? { description: t('emailCcHint'), inputMode: 'email' } : {})}
          data-autofocus={isFirst || undefined}
        />
      );
  }
}

function labelOf(name: PersonField, country: string): string {
  if (name === 'zip_code' && country !== 'US') return 'postalCode';
  if (name === 'state' && country === 'CA') return 'province';
  if (name === 'state' && country !== 'US' && country !== 'AU') return 'region';
  return `fields.${name}`;
}
