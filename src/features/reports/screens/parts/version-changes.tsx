import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n.ts';
import type { VersionChange } from '../../versions-contract.ts';

interface Props {
  changes: readonly VersionChange[];
  /** Next to a change. */
  action?: (change: VersionChange) => ReactNode;
}

/** What changed in a version, one line for each part of the report. */
export function VersionChanges({ changes, action }: Props) {
  const t = useTranslation('reports');
  return (
    <ul>
      {changes.map((change, i) => (
        <li key={`${i}:${change.path.join('›')}`}>
          {t(`versions.${change.how}`, { path: change.path.join(' › ') || t('versions.head') })}
          {change.fields.length > 0 && (
            <> ({change.fields.map((field) => t(`versions.fields.${field}`)).join(', ')})</>
          )}
          {action?.(change)}
        </li>
      ))}
    </ul>
  );
}
