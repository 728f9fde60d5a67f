import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { recipientGroups } from '#domain/automations/action-types.ts';
import { actionLimits } from '#domain/automations/clean-action.ts';
import { isEmail } from '#domain/people/people.ts';
import { readPhone } from '#domain/people/phones.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { recipientName } from '../editor/describe-action.ts';

interface Props {
  label: string;
  value: readonly string[];
  onChange: (entries: string[]) => void;
  /** Phone numbers instead of email addresses. */
  isText: boolean;
}

/** Groups of people and literal addresses. What is no address stays in the field, with the reason. */
export function RecipientsField({ label, value, onChange, isText }: Props) {
  const t = useTranslation('automations');
  const { country_code: country } = useUser();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const names = recipientGroups.map((group) => recipientName(t, group));
  const entryOf = (name: string): string | null => {
    const group = recipientGroups[names.indexOf(name)];
    if (group) return group;
    const text = name.trim();
    // An address of the other kind stays if it was set before: the type of the action may change back.
    if (value.includes(text)) return text;
    return isText ? readPhone(text, country) : isEmail(text) ? text : null;
  };
  const change = (shown: string[]) => {
    const refused = shown.filter((name) => entryOf(name) === null).join(', ');
    setWrong('');
    // The field empties itself around each entry; what is refused stays in it.
    if (refused !== '')
      queueMicrotask(() => {
        setTyped(refused);
        setWrong(refused);
      });
    onChange([...new Set(shown.flatMap((name) => entryOf(name) ?? []))]);
  };
  return (
    <TagsInput
      label={label}
      placeholder={value.length === 0 ? t(isText ? 'chooseOrPhone' : 'chooseOrEmail') : ''}
      data={names}
      value={value.map((entry) => recipientName(t, entry))}
      onChange={change}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (text !== wrong) setWrong('');
      }}
      maxTags={actionLimits.addresses}
      splitChars={[',', ';']}
      error={wrong ? t(isText ? 'notAPhone' : 'notAnEmail', { text: wrong }) : undefined}
      clearable={false}
    />
  );
}
