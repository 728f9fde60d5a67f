import { afterEach, expect, test, vi } from 'vitest';
import { abandonVideo } from './upload-video.ts';

afterEach(() => vi.unstubAllGlobals());

/** The requests made to a server that answers the first one with this status. */
async function asked(status: number): Promise<string[]> {
  const lines: string[] = [];
  vi.stubGlobal('fetch', async (at: unknown, init?: RequestInit) => {
    const request = at instanceof Request ? at : null;
    lines.push(
      `${request?.method ?? init?.method} ${new URL(request?.url ?? String(at), 'http://x').pathname}`,
    );
    if (lines.length === 1) return new Response(null, { status });
    return Response.json({ success: true, data: { rev: 2 }, error: null });
  });
  await abandonVideo('r1', 'm1');
  return lines;
}

test('removes a video from the report if it was added before it was abandoned', async () => {
  const gaveUp = 'DELETE /api/v2/reports/r1/video-uploads/m1';
  expect(await asked(204)).toEqual([gaveUp]);
  expect(await asked(404)).toEqual([gaveUp]);
  expect(await asked(403)).toEqual([gaveUp, 'DELETE /api/v2/reports/r1/media/m1']);
});
