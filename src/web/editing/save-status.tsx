import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconCloudUpload } from '../ui/layout/icons.ts';
import classes from './save-status.module.css';

/**
 * `device`: stored here until the server can be reached. `unstored`: neither there nor here. `refused`: everything but
 * what the server refused.
 */
export type Saving = 'saved' | 'saving' | 'device' | 'unstored' | 'refused';

const icons = {
  saved: IconCheck,
  saving: IconCloudUpload,
  device: IconCloudOff,
  unstored: IconAlertTriangle,
  refused: IconCloudOff,
};

/** How far saving is, announced to screen readers. */
export function SaveStatus({ saving, children }: { saving: Saving; children: ReactNode }) {
  const Icon = icons[saving];
  return (
    <span className={classes.saving} data-saving={saving} role="status">
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
