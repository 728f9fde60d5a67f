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

const open = '/appointments/details/{open}';
const done = '/appointments/details/{done}';
const details = 'features/appointments/screens/details';
const agreements = 'features/agreements/screens';
const menuOf = 'Actions for Inspection agreement';
const editing = 'features/reports/screens/editing';

/** Every dialog that the demo reaches in a few presses. */
export const dialogWalks: readonly DialogWalk[] = [
  {
    file: `${details}/cancel-dialog.tsx`,
    title: 'Cancel this appointment?',
    at: open,
    opener: 'More',
    entry: 'Cancel appointment',
  },
  {
    file: `${details}/status-dialogs.tsx`,
    title: /Move this/,
    at: open,
    opener: 'More',
    entry: 'Move back to requests',
  },
  {
    file: `${details}/send-dialog.tsx`,
    title: 'Send a message',
    at: open,
    opener: 'More',
    entry: 'Send a message',
  },
  { file: `${details}/reschedule-dialog.tsx`, title: 'Reschedule', at: open, opener: 'Reschedule' },
  { file: `${details}/sub-event-dialog.tsx`, title: /sub-event/i, at: open, opener: 'Add sub-event' },
  { file: `${details}/people-dialog.tsx`, title: 'People', at: open, card: 'People', opener: 'Edit' },
  { file: `${details}/property-dialog.tsx`, title: 'Property', at: open, card: 'Property', opener: 'Edit' },
  {
    file: 'features/appointments/screens/dialog/new-appointment-dialog.tsx',
    title: 'New Appointment',
    at: '/appointments',
    opener: 'New Appointment',
    asks: false,
  },
  {
    file: 'features/appointments/screens/list/filter-dialog.tsx',
    title: /filter/i,
    at: '/appointments',
    opener: 'More filters',
  },
  {
    file: 'features/auth/screens/view-dialog.tsx',
    title: /view/i,
    at: '/appointments',
    opener: 'Views',
    entry: 'Save as new view…',
  },
  { file: `${agreements}/agreement-dialogs.tsx`, title: 'Add agreement', at: open, opener: 'Add agreement' },
  {
    file: `${agreements}/agreement-dialogs.tsx`,
    title: /Void/,
    at: open,
    opener: menuOf,
    entry: 'Void and reissue',
  },
  {
    file: `${agreements}/paper-signature-dialog.tsx`,
    title: 'Signed on paper',
    at: open,
    opener: menuOf,
    entry: 'Signed on paper',
  },
  {
    file: `${agreements}/evidence-dialog.tsx`,
    title: /evidence/i,
    at: done,
    opener: menuOf,
    entry: 'Evidence',
    asks: false,
  },
  {
    file: `${agreements}/library/text-dialogs.tsx`,
    title: 'Preview',
    at: '/settings?tab=agreements&agreement={agreement}',
    opener: 'Preview',
    asks: false,
  },
  {
    file: 'features/payments/screens/parts/payment-dialog.tsx',
    title: 'Record payment',
    at: open,
    opener: 'Record payment',
  },
  {
    file: 'features/payments/screens/parts/payment-dialog.tsx',
    title: /Void/,
    at: open,
    opener: 'Invoice actions',
    entry: 'Void invoice',
  },
  {
    file: 'features/portal/screens/waivers-card.tsx',
    title: 'Waive a requirement',
    at: open,
    opener: 'Waive a requirement',
  },
  {
    file: 'features/portal/screens/link-dialog.tsx',
    title: /Permissions|link/i,
    at: open,
    opener: /^More link actions for/,
    entry: 'Permissions and expiration',
  },
  {
    file: 'features/services/screens/discount-dialog.tsx',
    title: /discount code/i,
    at: '/discount-codes',
    opener: 'Add discount code',
  },
  {
    file: 'features/services/screens/discount-dialog.tsx',
    title: 'SAVE10',
    at: '/discount-codes',
    opener: 'Actions for SAVE10',
    entry: 'Edit',
  },
  {
    file: 'features/availability/screens/week-card.tsx',
    title: /weekly schedule/,
    at: '/availability',
    opener: 'Copy to other technicians',
  },
  {
    file: 'features/availability/screens/override-dialog.tsx',
    title: /time off/i,
    at: '/availability',
    opener: 'Add time off or extra day',
  },
  {
    file: 'features/calendar/screens/subscribe-dialog.tsx',
    title: /Subscribe/,
    at: '/calendar',
    opener: 'Subscribe',
    asks: false,
  },
  {
    file: 'features/calendar/screens/event-form.tsx',
    title: 'New event',
    at: '/calendar',
    opener: 'New event',
  },
  {
    file: 'features/calendar/screens/event-panel.tsx',
    title: /Team briefing/,
    at: '/calendar',
    opener: /^Team briefing/,
  },
  {
    file: 'features/people/screens/person-modal.tsx',
    title: 'New Client',
    at: '/people',
    opener: 'Add client',
  },
  {
    file: 'features/people/screens/duplicates/merge-dialog.tsx',
    title: /Merge/,
    at: '/people/duplicates',
    opener: /^Merge Priya/,
  },
  {
    file: 'web/ui/dialog/confirm.tsx',
    title: /Delete/,
    at: '/services',
    opener: 'Actions for Radon only',
    entry: 'Delete',
    asks: false,
  },
  {
    file: `${editing}/publish-dialog.tsx`,
    title: /Publish/,
    at: '/edit-report/{draftReport}',
    opener: 'Publish',
  },
  {
    file: `${editing}/draft-link-dialog.tsx`,
    title: /draft/i,
    at: '/edit-report/{draftReport}',
    opener: 'More actions',
    entry: 'Share draft',
    asks: false,
  },
  {
    file: `${editing}/share-dialog.tsx`,
    title: 'Share report',
    at: '/edit-report/{report}',
    opener: 'More actions',
    entry: 'Share',
  },
  {
    file: `${editing}/text-prompt-dialog.tsx`,
    title: /section/i,
    at: '/edit-report/{draftReport}',
    opener: /^More actions for/,
    entry: 'Rename section',
  },
  {
    file: `${editing}/editor-frame.tsx`,
    title: 'Sections',
    at: '/edit-report/{report}',
    opener: 'Sections',
    isOnPhone: true,
    asks: false,
  },
  {
    file: 'features/services/screens/service-list.tsx',
    title: /price/i,
    at: '/services',
    opener: 'Test a price',
    isOnPhone: true,
    asks: false,
  },
  {
    file: 'web/shell/shell.tsx',
    title: /Gable/,
    at: '/dashboard',
    opener: 'Open menu',
    isOnPhone: true,
    asks: false,
  },
  {
    file: 'features/calendar/screens/share-dialog.tsx',
    title: /Share/,
    at: '/calendar',
    opener: /^Team briefing/,
    inFirst: 'Share',
  },
  {
    file: 'features/reports/screens/reading/report-view.tsx',
    title: /./,
    at: '/view-report2/{reportPublic}',
    opener: 'Coverings',
    asks: false,
  },
  {
    file: 'features/search/screens/shortcuts-dialog.tsx',
    title: 'Keyboard shortcuts',
    at: '/dashboard',
    opener: '?',
    asks: false,
  },
];

/** Dialogs that take more than the demo to reach, each with the test that walks it or why none does. */
export const walkedElsewhere: Record<string, string> = {
  'web/ui/dialog/dialog.tsx': 'the kit: web/ui/dialog/dialog.test.tsx',
  'web/editing/guarded-dialog.tsx': 'the kit: web/editing/guarded-dialog.test.tsx',
  'web/kit-gallery.tsx': 'for developers',
  'features/people/screens/lazy-person-modal.tsx': 'the code of person-modal.tsx, loaded on demand',
  'features/appointments/screens/list/bulk-result-dialog.tsx': 'follows a bulk action that failed in part',
  'features/calendar/screens/conflict-dialog.tsx': 'needs a busy technician: e2e/calendar.spec.ts',
  'features/reports/screens/editing/submit-dialog.tsx':
    'for technicians who may not publish: its buttons are those of publish-dialog.tsx',
  'features/reports/screens/editing/photo-dialog.tsx': 'needs a photo: e2e/input-preservation.spec.ts',
};

const tags = /<(Dialog|GuardedDialog|Modal|Drawer|Lightbox)\b/;

/** Returns the files below src/ that render a dialog. */
export function filesWithDialogs(): string[] {
  return globSync('src/**/*.tsx')
    .filter((path) => !/test|for-tests/.test(path) && tags.test(readFileSync(path, 'utf8')))
    .map((path) => path.replaceAll('\\', '/').replace('src/', ''));
}
