import type { mistypedTokens } from '#domain/text/placeholders.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

type Mistyped = ReturnType<typeof mistypedTokens>;

/** Names the mistyped placeholders of a text with what was probably meant; nothing if there are none. */
export function MistypedNotices({ found }: { found: Mistyped }) {
  const t = useTranslation('agreements');
  const blocking = found.filter((one) => one.blocks);
  const shown = found.filter((one) => !one.blocks);
  return (
    <>
      {blocking.length > 0 && (
        <Notice tone="warn" title={t('lib.unknown')}>
          <Names of={blocking} />
        </Notice>
      )}
      {shown.length > 0 && (
        <Notice tone="warn" title={t('lib.mistyped')}>
          <Names of={shown} />
        </Notice>
      )}
    </>
  );
}

function Names({ of: found }: { of: Mistyped }) {
  const t = useTranslation('agreements');
  return found.map(({ typed, nearest }) => (
    <div key={typed}>
      {nearest === null ? typed : t('lib.didYouMean', { typed, nearest: `{{${nearest}}}` })}
    </div>
  ));
}
