import { useRef, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { toast } from '#web/toast.ts';
import { deleteTemplate } from '../../editing-contract.ts';
import { importTemplate, type TemplateImport } from '../../exchange-contract.ts';

/** Field → word of the file → the value it means. */
type ChosenWords = Record<string, Record<string, string>>;

/** What the user chose for a file. */
interface Choices {
  mapping?: Record<string, string>;
  words?: ChosenWords;
  encoding?: string;
}

/** The file to import, what a dry run found in it, and the commands that check and import it. */
export function useImport(onClose: () => void) {
  const [file, setFile] = useState<File | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [found, setFound] = useState<TemplateImport | null>(null);
  const [name, setName] = useState('');
  const [words, setWords] = useState<TemplateImport['unknown_words']>([]);
  const latest = useRef(0);
  const dryRun = useWrite(importTemplate);
  const start = useImporting(onClose);
  async function check(next: File, chosen: Choices) {
    setFile(next);
    setChoices(chosen);
    latest.current += 1;
    const own = latest.current;
    const answer = await dryRun.send({ file: next, dry_run: true, ...wireOf(chosen) });
    // The answer to a choice that was changed since is no longer wanted.
    if (!answer || latest.current !== own) return;
    setFound(answer);
    setWords((known) => [...known, ...answer.unknown_words.filter((word) => !known.some(isSame(word)))]);
    if (next !== file) setName(answer.name);
  }
  return {
    file,
    found,
    /** The words that were not known at first, also those whose meaning was chosen since. */
    words,
    meanings: choices.words ?? {},
    name,
    setName,
    take: (next: File) => {
      setFound(null);
      setWords([]);
      void check(next, {});
    },
    choose: (more: Choices) => {
      if (file) void check(file, { ...choices, ...more });
    },
    /** What was chosen for the file would be lost. */
    isDirty: Object.keys(choices).length > 0 || (found !== null && name !== found.name),
    isChecking: dryRun.pending,
    isStarting: start.pending,
    start: (leaveOut: boolean) => file && start.send({ file, name, leave_out: leaveOut, ...wireOf(choices) }),
    reset: () => {
      setFile(null);
      setFound(null);
    },
  };
}

/** Imports, opens the template in its editor, and offers to undo it. */
function useImporting(onClose: () => void) {
  const t = useTranslation('templates');
  const go = useNavigateTo();
  const remove = useWrite(deleteTemplate, {
    onDone: () => go('/templates'),
    onFail: ({ details }) => {
      const services = details?.used_by;
      if (!Array.isArray(services)) return false;
      toast(t('usedByServices', { services: services.join(', ') }), { kind: 'error' });
      return true;
    },
  });
  return useWrite(importTemplate, {
    onDone: ({ template }) => {
      if (!template) return;
      onClose();
      go(`/templates/edit/${template.id}`);
      toast(t('exchange.imported', { name: template.name }), {
        kind: 'success',
        action: { label: t('undo'), run: () => void remove.send({ id: template.id }) },
      });
    },
  });
}

const wireOf = ({ mapping, words, encoding }: Choices) => ({
  ...(words ? { words: JSON.stringify(words) } : {}),
  ...(mapping ? { mapping: JSON.stringify(mapping) } : {}),
  ...(encoding ? { encoding } : {}),
});

const isSame =
  (one: TemplateImport['unknown_words'][number]) =>
  ({ field, word }: TemplateImport['unknown_words'][number]) =>
    field === one.field && word === one.word;
