import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Dialogs that may close without asking, each with the reason why no input is lost. */
const withoutGuard: Record<string, string> = {
  'features/agreements/screens/evidence-dialog.tsx': 'only shows',
  'features/agreements/screens/library/text-dialogs.tsx': 'only shows',
  'features/appointments/screens/dialog/new-appointment-dialog.tsx':
    'discards as specified and offers to undo it',
  'features/appointments/screens/list/bulk-result-dialog.tsx': 'only shows',
  'features/calendar/screens/subscribe-dialog.tsx': 'only shows; its field is read-only',
  'features/reports/screens/editing/draft-link-dialog.tsx': 'only shows; its field is read-only',
  'features/reports/screens/editing/photo-dialog.tsx': 'saves while typing',
  'features/search/screens/shortcuts-dialog.tsx': 'only shows',
  'features/services/screens/service-list.tsx': 'tries prices; nothing is saved',
  'features/templates/screens/store/preview-dialog.tsx': 'only shows',
  'web/editing/guarded-dialog.tsx': 'adds the guard',
  'web/kit-gallery.tsx': 'shows the kit',
};

it('uses the bare Dialog only where no input can be lost', () => {
  const using = globSync('src/**/*.tsx')
    .filter((path) => !path.endsWith('.test.tsx'))
    .filter((path) => /from '.*\/dialog\/dialog\.tsx'/.test(readFileSync(path, 'utf8')))
    .map((path) => path.replace('src/', ''));
  expect(using.sort()).toEqual(Object.keys(withoutGuard).sort());
});
