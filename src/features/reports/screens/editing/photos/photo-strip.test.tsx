import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import { PhotoGrid } from '../../parts/photo-grid.tsx';
import { checkVideoFile, type VideoCheckResult } from '../../work/check-video-file.ts';
import { type EditorTools, EditorToolsProvider } from '../../work/use-report-editor.ts';
import { PhotoStrip } from './photo-strip.tsx';

vi.mock('../../work/check-video-file.ts', () => ({ checkVideoFile: vi.fn() }));
beforeEach(async () => {
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('reports');
});
afterEach(cleanup);

test('names a file that cannot be read, and lets the user choose another one', async () => {
  const tools = {
    editor: { subscribe: () => () => {}, state: () => null },
    settings: {},
    canEdit: true,
    picture: () => '',
  } as unknown as EditorTools;
  let fails: (why: Error) => void = () => {};
  vi.mocked(checkVideoFile).mockReturnValue(
    new Promise<VideoCheckResult>((_, reject) => {
      fails = reject;
    }),
  );
  render(
    <Providers queries={createQueryClient()}>
      <EditorToolsProvider value={tools}>
        <PhotoStrip itemId="i" commentId="c" media={[]} subject="Roof" />
      </EditorToolsProvider>
    </Providers>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Add video to Roof');
  const tile = input.closest('label');
  fireEvent.change(input, { target: { files: [new File(['x'], 'ridge.mp4')] } });
  await vi.waitFor(() => expect(checkVideoFile).toHaveBeenCalled());
  expect([input.disabled, tile?.getAttribute('aria-busy')]).toEqual([true, 'true']);
  fails(new Error('gone from the device'));
  await screen.findByText('ridge.mp4: This file couldn’t be read. Choose another one.');
  expect([input.disabled, tile?.getAttribute('aria-busy')]).toEqual([false, null]);
});

test('moves the focus to the player when a video is started by keyboard', () => {
  const film = { id: 'v', kind: 'video' as const, caption: 'Ridge', annotations: [], width: 160, height: 90 };
  const grid = <PhotoGrid photos={[film]} subject="Roof" source={() => '/film'} onOpen={() => {}} />;
  render(<Providers queries={createQueryClient()}>{grid}</Providers>);
  const button = screen.getByRole('button', { name: /Ridge/ });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement?.tagName).toBe('VIDEO');
});
