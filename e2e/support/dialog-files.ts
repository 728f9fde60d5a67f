import { globSync, readFileSync } from 'node:fs';

/** How a dialog is reached by keyboard. */
export interface DialogWalk {
  /** Its file below src/. */
  file: string;
  title: string | RegExp;
  /** The page, with the ids of demo records in braces (`DemoPages`). */
  at: string;
  /** The card with the button, if others have one of the same name. */
  card?: string;
  isOnPhone?: true;
  /** The button that opens it, or the menu with the entry; `?` is the key. */
  opener: string | RegExp;
  /** The entry of the menu. */
  entry?: string;
  /** The button in the first dialog that opens this one in its place. */
  inFirst?: string;
  /** Nothing can be entered, or what was is not lost: Escape closes at once. */
  asks?: false;
}

/** Dialogs that take more than the demo to reach, each with the test that walks it or why none does. */
export const walkedElsewhere: Record<string, string> = {
  'web/ui/dialog/dialog.tsx': 'the kit: web/ui/dialog/dialog.test.tsx',
  'web/editing/guarded-dialog.tsx': 'the kit: web/editing/guarded-dialog.test.tsx',
  'web/kit-gallery.tsx': 'for developers',
  'features/people/screens/lazy-person-modal.tsx': 'the code of person-modal.tsx, loaded on demand',
  'features/appointments/screens/list/bulk-result-dialog.tsx': 'follows a bulk action that failed in part',
  'features/automations/screens/dry-run/enable-dialog.tsx': 'nothing can be entered: its own test clicks it',
  'features/booking/screens/office/accept-dialog.tsx':
    'needs the request of a visitor: features/booking/screens/office/answer-dialogs.test.tsx',
  'features/booking/screens/office/propose-dialog.tsx':
    'needs the request of a visitor: features/booking/screens/office/answer-dialogs.test.tsx',
  'features/booking/screens/office/decline-dialog.tsx':
    'needs the request of a visitor: features/booking/screens/office/answer-dialogs.test.tsx',
  'features/admin/screens/sending-limits-dialog.tsx':
    'for the platform’s administrator: features/admin/screens/sending-limits-dialog.test.tsx',
  'features/messages/screens/timeline-dialog.tsx': 'nothing can be entered: opened from a row of the log',
  'features/messages/screens/suppressions-dialog.tsx': 'nothing can be entered: opened from the log',
  'features/automations/screens/webhooks/delivery-dialog.tsx':
    'needs a webhook; nothing can be entered: features/automations/screens/webhooks/webhooks-section.test.tsx',
  'features/calendar/screens/entries/conflict-dialog.tsx': 'needs a busy technician: e2e/calendar.spec.ts',
  'features/automations/screens/appointment/draft-actions-dialog.tsx':
    'in the New Appointment dialog: e2e/automations-appointment.spec.ts',
  'features/reports/screens/editing/publishing/submit-dialog.tsx':
    'for technicians who may not publish: its buttons are those of publish-dialog.tsx',
  'features/reports/screens/parts/create-repair-list-dialog.tsx':
    'needs the link of a client: e2e/reports/repair-lists.spec.ts',
  'features/reports/screens/repair/repair-list-view.tsx':
    'a photo large, as in the report: needs the link of a client',
  'features/reports/screens/repair/add-defects-dialog.tsx':
    'needs the link of a client: e2e/reports/repair-lists.spec.ts',
  'features/reports/screens/repair/share-repair-list-dialog.tsx':
    'needs the link of a client: e2e/reports/repair-lists.spec.ts',
  'features/reports/screens/office/reinspection-dialog.tsx':
    'needs a published report: e2e/reports/repair-lists.spec.ts',
  'features/reports/screens/office/attach-dialog.tsx':
    'needs a detached report: e2e/reports/publishing.spec.ts',
  'features/reports/screens/editing/take-over-dialog.tsx':
    'needs a template that changed after the report began',
  'features/templates/screens/library/unify-dialog.tsx':
    'needs two comments of one name: e2e/reports/comment-library.spec.ts',
  'features/reports/screens/writing/definition-dialog.tsx': 'needs a comment of the library in the report',
  'features/templates/screens/editor/bulk-bar.tsx': 'needs several chosen comments',
  'features/templates/screens/store/upload-dialog.tsx': 'for the platform administrator',
  'features/reports/screens/photos/move-photos-dialog.tsx': 'needs photos: e2e/reports/photos.spec.ts',
  'features/reports/screens/photos/photo-times-dialog.tsx': 'needs photos: e2e/reports/photos.spec.ts',
  'features/reports/screens/annotating/annotate-dialog.tsx': 'needs a photo: e2e/reports/annotate.spec.ts',
  'features/reports/screens/annotating/crop-stage.tsx':
    'a step of annotate-dialog.tsx: e2e/reports/annotate.spec.ts',
  'features/reports/screens/editing/photos/photo-dialog.tsx': 'needs a photo: e2e/input-preservation.spec.ts',
};

const tags = /<(Dialog|GuardedDialog|Modal|Drawer|Lightbox)\b/;

/** Returns the files below src/ that render a dialog. */
export function filesWithDialogs(): string[] {
  return globSync('src/**/*.tsx')
    .filter((path) => !/test|for-tests/.test(path) && tags.test(readFileSync(path, 'utf8')))
    .map((path) => path.replaceAll('\\', '/').replace('src/', ''));
}
