import { useTranslation } from '../../i18n.ts';

/** The loading animation at the start; the same as in the HTML, so that nothing shifts when the script takes over. */
export function Splash() {
  const t = useTranslation('web');
  return (
    <div className="boot" role="status" aria-label={t('restoring')}>
      <svg className="boot-mark" viewBox="0 0 64 64" aria-hidden="true">
        <path pathLength="1" d="M8 34 32 12l24 22" />
        <path pathLength="1" d="M15 30v22h34V30" />
        <path pathLength="1" d="m24 39 6 6 11-12" />
      </svg>
    </div>
  );
}
