import { useEffect, useState } from 'react';
import { writtenPlaceholders } from '#domain/messages/message-texts.ts';
import { type Read, useRead, useWrite } from '#web/api.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import type { RouteOutput } from '#wire/route.ts';
import {
  type Correspondent,
  listCorrespondents,
  listWritableAppointments,
  listWritablePeople,
  writeMessage,
} from '../../compose-contract.ts';
import { getMessageTemplate } from '../../template-contract.ts';
import {
  type ComposeDraft,
  emptyDraft,
  loadMessageDraft,
  messageDraftKey,
  storeMessageDraft,
  type WrittenLang,
} from './compose-draft.ts';
import { startText, type WrittenText, writtenTexts } from './written-texts.ts';

const languages: readonly WrittenLang[] = ['en', 'de', 'fr'];

/** A message that is being written, its recipients, and what was refused. */
export interface ComposeForm {
  draft: ComposeDraft;
  change: (change: Partial<ComposeDraft>) => void;
  people: Read<RouteOutput<typeof listCorrespondents>>;
  chosen: Correspondent[];
  isChosen: (one: Correspondent) => boolean;
  /** The languages of the recipients; the reader's without any. */
  languages: readonly WrittenLang[];
  text: (lang: WrittenLang) => WrittenText;
  type: (lang: WrittenLang, change: Partial<WrittenText>) => void;
  /** What would be sent, by language. */
  written: Partial<Record<WrittenLang, WrittenText>>;
  placeholders: readonly string[];
  error: (field: string) => string | undefined;
  /** The first language whose text was refused. */
  refused: WrittenLang | undefined;
  isEmpty: boolean;
  pending: boolean;
  send: () => Promise<void>;
  discard: () => void;
}

/** The form of a message. What is typed is stored on the device until it is sent; `onSent` then shows where it is. */
export function useComposeForm(onSent: (draft: ComposeDraft) => void): ComposeForm {
  const t = useTranslation('messages');
  const { lang: own } = useLanguage();
  const { draft, change, discard } = useStoredDraft();
  const { about, appointment, contacts, channel, checked, typed } = draft;
  const hasSubject = about === 'appointment' ? appointment !== null : contacts.length > 0;
  const subject =
    about === 'appointment'
      ? { ...(appointment ? { appointment_id: appointment.id } : {}), people: [] }
      : { people: contacts.map(({ id }) => id) };
  const people = useRead(listCorrespondents, subject, { keep: true });
  const isChosen = (one: Correspondent) =>
    one.refused[channel] === null &&
    (checked[one.person_id] ?? (about === 'people' || one.role === 'client'));
  const chosen = hasSubject ? (people.data?.people ?? []).filter(isChosen) : [];
  const read = [...new Set(chosen.map((one) => one.lang))];
  const shown = read.length > 0 ? languages.filter((lang) => read.includes(lang)) : [own];
  const placeholders = writtenPlaceholders(channel, about === 'appointment');
  const starts = useStarts(draft, placeholders);
  const written = writtenTexts(draft, starts, shown);
  const [missing, setMissing] = useState<Record<string, string>>({});
  const write = useWrite(writeMessage, {
    toast: ({ recipients }) => t('compose.sent', { count: recipients }),
    onDone: () => {
      discard();
      onSent(draft);
    },
    onFail: (failure) => {
      // Someone opted out, or the appointment changed.
      people.retry();
      return Object.keys(failure.fields).length > 0;
    },
  });
  const errors = { ...write.fieldErrors, ...missing };
  const text = (lang: WrittenLang) => ({ ...starts[lang], ...typed[channel][lang] });
  return {
    ...{ draft, people, chosen, isChosen, languages: shown, text, written, placeholders, discard },
    change: (next) => {
      setMissing({});
      change(next);
    },
    type: (lang, next) => {
      setMissing({});
      const of = { ...typed[channel], [lang]: { ...typed[channel][lang], ...next } };
      change({ typed: { ...typed, [channel]: of } });
    },
    error: (field) => errors[field],
    refused: languages.find((lang) => errors[`texts.${lang}.message`] || errors[`texts.${lang}.subject`]),
    isEmpty: JSON.stringify(draft) === JSON.stringify(emptyDraft),
    pending: write.pending,
    send: async () => {
      const found = problemsOf({ hasSubject, chosen, written, lang: shown[0] ?? own }, t);
      setMissing(found);
      if (Object.keys(found).length > 0) return;
      const ids = chosen.map((one) => one.person_id);
      const base = about === 'appointment' && appointment ? { appointment_id: appointment.id } : {};
      await write.send({ ...base, channel, people: ids, texts: written });
    },
  };
}

function problemsOf(
  of: { hasSubject: boolean; chosen: readonly unknown[]; written: object; lang: WrittenLang },
  t: (key: string) => string,
): Record<string, string> {
  return {
    ...(of.hasSubject ? {} : { about: t('compose.chooseAbout') }),
    ...(of.hasSubject && of.chosen.length === 0 ? { people: t('compose.chooseRecipient') } : {}),
    ...(Object.keys(of.written).length > 0
      ? {}
      : { [`texts.${of.lang}.message`]: t('compose.enterMessage') }),
  };
}

/** The text that the message starts with, in each language. */
function useStarts({ start, channel }: ComposeDraft, placeholders: readonly string[]) {
  const template = useRead(getMessageTemplate, { key: start[channel], channel }, { keep: true }).data;
  const textIn = (lang: WrittenLang) =>
    template?.channel === channel
      ? startText(template.texts[lang], channel, placeholders)
      : { subject: '', message: '' };
  return { en: textIn('en'), de: textIn('de'), fr: textIn('fr') };
}

const nowhere = { appointment: '', person: '' };

/** The message left on the device, about the appointment or person in the address if there is one. */
function useStoredDraft() {
  const key = messageDraftKey(useUser());
  const [draft, setDraft] = useState(() => loadMessageDraft(key));
  const [inAddress, changeUrl] = useUrlState(nowhere);
  // Read once: after sending, the same address filters the log, perhaps before this screen is gone.
  const [{ appointment, person }, setFrom] = useState(inAddress);
  const asked = useRead(
    listWritableAppointments,
    { appointment_id: appointment, perPage: 1 },
    { enabled: appointment !== '' },
  ).data?.pageData[0];
  const contact = useRead(listWritablePeople, { person_id: person, perPage: 1 }, { enabled: person !== '' })
    .data?.pageData[0];
  useEffect(() => storeMessageDraft(key, draft === emptyDraft ? null : draft), [key, draft]);
  useEffect(() => {
    if (asked) setDraft((all) => ({ ...all, about: 'appointment', appointment: asked, checked: {} }));
    if (contact) setDraft((all) => ({ ...all, about: 'people', contacts: [contact], checked: {} }));
    if (!asked && !contact) return;
    setFrom(nowhere);
    changeUrl(nowhere);
  }, [asked, contact, changeUrl]);
  return {
    draft,
    change: (change: Partial<ComposeDraft>) => setDraft((all) => ({ ...all, ...change })),
    discard: () => {
      // The screen may be gone before its effects run.
      storeMessageDraft(key, null);
      setDraft(emptyDraft);
    },
  };
}
