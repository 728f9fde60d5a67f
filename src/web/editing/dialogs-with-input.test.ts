import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Dialogs with fields that may close without asking, each with the reason why no input is lost. */
const withoutGuard: Record<string, string> = {
  'features/automations/screens/webhooks/sample-dialog.tsx': 'sends a sample; nothing is saved',
  'features/calendar/screens/subscribe-dialog.tsx': 'its field is read-only',
  'features/reports/screens/annotating/annotate-dialog.tsx':
    'saves each step, and a text with Escape as well',
  'features/reports/screens/editing/publishing/draft-link-dialog.tsx': 'its field is read-only',
  'features/reports/screens/editing/photos/photo-dialog.tsx': 'saves while typing',
  'features/services/screens/service-list.tsx': 'tries prices; nothing is saved',
  'features/templates/screens/editor/section-dialog.tsx': 'saves while typing',
  'web/kit-gallery.tsx': 'shows the kit',
};
const field =
  /<\w*(?:[Ii]nput|[Ff]ield|Fields|Select|Picker|[Ff]orm|Checkbox|Switch|Radio|Text[Aa]rea|Drop|PickDefects)\b/;

function filesWith(dialog: RegExp): string[] {
  return globSync('src/**/*.tsx')
    .filter((path) => !path.endsWith('.test.tsx') && !path.endsWith('guarded-dialog.tsx'))
    .filter((path) => dialog.test(readFileSync(path, 'utf8')))
    .map((path) => path.replace('src/', ''));
}

it('guards every dialog with fields, except where no input can be lost', () => {
  const bare = filesWith(/from '.*\/dialog\/dialog\.tsx'/);
  const withFields = bare.filter((path) => field.test(readFileSync(`src/${path}`, 'utf8')));
  expect(withFields.sort()).toEqual(Object.keys(withoutGuard).sort());
});

it('recognizes the fields of the guarded dialogs', () => {
  const unrecognized = filesWith(/<GuardedDialog/).filter(
    (path) => !field.test(readFileSync(`src/${path}`, 'utf8')),
  );
  // It only asks, with the buttons of the dialogs next to it.
  expect(unrecognized).toEqual(['features/reports/screens/editing/publishing/submit-dialog.tsx']);
});
