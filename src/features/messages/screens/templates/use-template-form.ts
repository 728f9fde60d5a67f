import { useRef, useState } from 'react';
import type { MessageText } from '#domain/messages/message-texts.ts';
import { useWrite } from '#web/api.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
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
  const [answer, setAnswer] = useState(read);
  const saved = answer.rev > read.rev ? answer : read;
  const [texts, setTexts] = useState<Partial<Record<TemplateLang, Partial<MessageText>>>>({});
  const [switched, setSwitched] = useState<Partial<Switches>>({});
  const [refused, setRefused] = useState<TemplateLang | null>(null);
  const [newer, setNewer] = useState<MessageTemplate | null>(null);
  // The version the user saw at the first keystroke: what others saved since must not be silently overwritten.
  const seenRev = useRef<number | null>(null);
  const write = useWrite(saveMessageTemplate, {
    toast: t('saved'),
    onDone: setAnswer,
    onFail: (failure) => {
      const current = newerVersionIn<MessageTemplate>(failure);
      if (current) setNewer(current);
      return current !== null || Object.keys(failure.fields).length > 0;
    },
  });
  const restoring = useWrite(restoreMessageTemplate, {
    toast: t('templates.restored'),
    onDone: setAnswer,
    onFail: (failure) => {
      setAnswer(newerVersionIn<MessageTemplate>(failure) ?? saved);
      return false;
    },
  });
  const textIn = (of: MessageTemplate, lang: TemplateLang) => ({ ...of.texts[lang], ...texts[lang] });
  const switchesIn = (of: MessageTemplate) => ({
    ...{ enabled: of.enabled, audiences: of.audiences },
    ...switched,
  });
  const changedIn = (of: MessageTemplate) =>
    languages.filter((lang) => JSON.stringify(textIn(of, lang)) !== JSON.stringify(of.texts[lang]));
  const text = (lang: TemplateLang): MessageText => textIn(saved, lang);
  const switches = switchesIn(saved);
  const at = { key: saved.key, channel: saved.channel };
  const clear = () => {
    setTexts({});
    setSwitched({});
    setRefused(null);
    setNewer(null);
    seenRev.current = null;
  };
  const save = async ({ over = false } = {}) => {
    setRefused(null);
    const base = over && newer ? newer : saved;
    seenRev.current = over && newer ? newer.rev : (seenRev.current ?? saved.rev);
    const isSwitched = differ(switchesIn(base), base);
    for (const lang of changedIn(base)) {
      const done = await write.send({ ...at, rev: seenRev.current, lang, ...textIn(base, lang) });
      if (!done) return setRefused(lang);
      seenRev.current = done.rev;
      setTexts((before) => ({ ...before, [lang]: {} }));
    }
    if (isSwitched && !(await write.send({ ...at, rev: seenRev.current, ...switchesIn(base) }))) return;
    clear();
  };
  return {
    ...{ saved, text, switches, refused, save },
    isStale: newer !== null,
    change: (lang, change) => {
      seenRev.current ??= saved.rev;
      setTexts((all) => ({ ...all, [lang]: { ...all[lang], ...change } }));
    },
    changeSwitches: (change) => {
      seenRev.current ??= saved.rev;
      setSwitched((before) => ({ ...before, ...change }));
    },
    error: (field) => write.fieldErrors[field],
    restore: async (lang) => {
      const done = await restoring.send({ ...at, rev: saved.rev, lang });
      if (!done) return;
      if (seenRev.current !== null) seenRev.current = done.rev;
      setTexts((before) => ({ ...before, [lang]: {} }));
    },
    others: () => [],
    isDirty: changedIn(saved).length > 0 || differ(switches, saved),
    pending: write.pending || restoring.pending,
    discard: () => {
      if (newer) setAnswer(newer);
      clear();
      write.reset();
    },
  };
}

function differ(one: Switches, other: Switches): boolean {
  const sorted = (of: Switches) => [of.enabled, ...of.audiences.toSorted()].join();
  return sorted(one) !== sorted(other);
}
