import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { MediaTile } from '../editing/photos/media-tiles.tsx';
import { type EditorTools, EditorToolsProvider } from '../work/use-report-editor.ts';
import { PhotoGrid } from './photo-grid.tsx';

const photo = (id: string, caption: string) => ({
  ...{ id, public_id: id, kind: 'photo' as const, caption, annotations: [], width: 160, height: 90 },
  ...{ item_id: 'i', comment_id: 'c', position: 0 },
});
const photos = [photo('a', 'Cracked tile'), photo('b', 'Cracked tile'), photo('c', '')];
const names = [
  'Photo 1 of Coverings: Cracked tile',
  'Photo 2 of Coverings: Cracked tile',
  'Photo 3 of Coverings',
];

beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

const show = (content: ReactNode) => render(<Providers queries={createQueryClient()}>{content}</Providers>);

test('readers can tell the photos of a comment apart by name although their captions are the same', () => {
  show(<PhotoGrid photos={photos} subject="Coverings" source={() => '/photo'} onOpen={() => {}} />);
  for (const name of names) screen.getByRole('button', { name });
  expect(screen.getAllByRole('button')).toHaveLength(3);
});

test('inspectors can tell the photos of a comment apart by name although their captions are the same', () => {
  const tools = { pictureUrl: () => '/photo', canEdit: false } as unknown as EditorTools;
  show(
    <EditorToolsProvider value={tools}>
      {photos.map((one, i) => (
        <MediaTile key={one.id} photo={one} n={i + 1} subject="Coverings" onOpen={() => {}} />
      ))}
    </EditorToolsProvider>,
  );
  for (const name of names) screen.getByRole('button', { name });
  expect(screen.getAllByRole('button')).toHaveLength(3);
});
