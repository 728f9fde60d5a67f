import { useState } from 'react';
import type { MessageText } from '#domain/messages/message-texts.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import {
  type MessageTemplate,
  restoreMessageTemplate,
  saveMessageTemplate,
} from '../../template-contract.ts';

export type TemplateLang = keyof MessageTemplate['texts'];
type Switches = Pick<MessageTemplate, 'enabled' | 'audiences'>;

/** The form of one message: its text in each language, whether it is sent, and who gets it. */
export interface TemplateForm extends Saveable {
  saved: MessageTemplate;
  text: (lang: TemplateLang) => MessageText;
  change: (lang: TemplateLang, change: Partial<MessageText>) => void;
  switches: Switches;
  changeSwitches: (change: Partial<Switches>) => void;
  /** The language whose text was refused. */
  refused: TemplateLang | null;
  error: (field: string) => string | undefined;
  restore: (lang: TemplateLang) => Promise<void>;
}

const languages = ['en', 'de', 'fr'] as const;

/** A form for a stored message; sends only what changed, language by language. */
export function useTemplateForm(read: MessageTemplate): TemplateForm {
  const t = useTranslation('messages');
  const [answer, setAnswer] = useState<{ of: MessageTemplate; saved: MessageTemplate } | null>(null);
  // The response of a save applies until the message is refetched.
  const saved = answer?.of === read ? answer.saved : read;
  const [texts, setTexts] = useState<Partial<Record<TemplateLang, Partial<MessageText>>>>({});
  const [switched, setSwitched] = useState<Partial<Switches>>({});
  const [refused, setRefused] = useState<TemplateLang | null>(null);
  const options = {
    toast: t('saved'),
    onDone: (next: MessageTemplate) => setAnswer({ of: read, saved: next }),
  };
  const write = useWrite(saveMessageTemplate, {
    ...options,
    onFail: (failure) => Object.keys(failure.fields).length > 0,
  });
  const restoring = useWrite(restoreMessageTemplate, { ...options, toast: t('templates.restored') });
  const text = (lang: TemplateLang): MessageText => ({ ...saved.texts[lang], ...texts[lang] });
  const isChanged = (lang: TemplateLang) => JSON.stringify(text(lang)) !== JSON.stringify(saved.texts[lang]);
  const switches: Switches = { enabled: saved.enabled, audiences: saved.audiences, ...switched };
  const areSwitched =
    switches.enabled !== saved.enabled ||
    [...switches.audiences].sort().join() !== [...saved.audiences].sort().join();
  const changed = languages.filter(isChanged);
  const at = { key: saved.key, channel: saved.channel };
  const save = async () => {
    setRefused(null);
    for (const lang of changed) {
      if (!(await write.send({ ...at, lang, ...text(lang) }))) return setRefused(lang);
      setTexts((before) => ({ ...before, [lang]: {} }));
    }
    if (areSwitched && (await write.send({ ...at, ...switches }))) setSwitched({});
  };
  return {
    ...{ saved, text, switches, refused, save },
    change: (lang, change) => setTexts((all) => ({ ...all, [lang]: { ...all[lang], ...change } })),
    changeSwitches: (change) => setSwitched((before) => ({ ...before, ...change })),
    error: (field) => write.fieldErrors[field],
    restore: async (lang) => {
      if (await restoring.send({ ...at, lang })) setTexts((before) => ({ ...before, [lang]: {} }));
    },
    others: () => [],
    isDirty: changed.length > 0 || areSwitched,
    pending: write.pending || restoring.pending,
    discard: () => {
      setTexts({});
      setSwitched({});
      setRefused(null);
      write.reset();
    },
  };
}
