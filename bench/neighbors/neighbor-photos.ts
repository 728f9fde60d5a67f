import sharp from 'sharp';
import { type Company, counted, type Round } from './neighbor-calls.ts';

const photoCount = 200;
const uploadsAtOnce = 6;

/** Uploads 200 photos of 12 megapixels to a report, publishes it and waits for its PDF. */
export async function photoRounds({ server, a }: Company): Promise<Round[]> {
  const photos = await Promise.all(Array.from({ length: 4 }, (_, n) => phonePhoto(n)));
  const { id, items } = await openReport(a);
  return [
    async () => {
      const count: Record<string, number> = {};
      const waiting = Array.from({ length: photoCount }, (_, n) => n);
      const upload = async () => {
        for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
          const form = new FormData();
          form.append('media_id', crypto.randomUUID());
          form.append('item_id', items[n % items.length] ?? '');
          form.append(
            'file',
            new File([photos[n % photos.length] ?? ''], `photo-${n}.jpg`, { type: 'image/jpeg' }),
          );
          await counted(count, server, a, `/v2/reports/${id}/media`, { method: 'POST', body: form });
        }
      };
      await Promise.all(Array.from({ length: uploadsAtOnce }, upload));
      return count;
    },
    async () => {
      const count: Record<string, number> = {};
      const body = JSON.stringify({ confirmed: true, without_sending: true });
      await counted(count, server, a, `/v2/reports/${id}/publish`, { method: 'POST', body });
      for (;;) {
        const report = await counted(count, server, a, `/v2/reports2/${id}`);
        if (report?.pdf_status !== 'queued') break;
        await new Promise((wake) => setTimeout(wake, 500));
      }
      await counted(count, server, a, `/v2/reports/${id}/download`);
      return count;
    },
  ];
}

/** The demo report with the most items that is not published. */
async function openReport(a: Company['a']): Promise<{ id: string; items: string[] }> {
  const { data } = await a.get('/v2/appointments?tab=upcoming&perPage=25');
  const found: { id: string; items: string[] }[] = [];
  for (const { id } of data.pageData as { id: string }[]) {
    const { reports } = (await a.get(`/v2/appointments/${id}/reports`)).data;
    for (const { id: report } of reports as { id: string }[]) {
      const { sections } = (await a.get(`/v2/reports2/${report}`)).data as {
        sections: { items: { id: string }[] }[];
      };
      found.push({ id: report, items: sections.flatMap(({ items }) => items.map((item) => item.id)) });
    }
  }
  const [longest] = found.toSorted((one, other) => other.items.length - one.items.length);
  if (!longest) throw new Error('the demo has no report to come');
  return longest;
}

/** A photo of 12 megapixels and some 3 MB. */
async function phonePhoto(n: number): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 1008, height: 756, channels: 3, background: '#888', noise } as const;
  const bytes = await sharp(await sharp({ create }).png().toBuffer())
    .resize(4032, 3024, { kernel: 'cubic' })
    .tint({ r: 100 + n * 15, g: 150, b: 120 })
    .withMetadata({ orientation: n % 4 === 1 ? 6 : 1 })
    .jpeg({ quality: 88 })
    .toBuffer();
  return new Uint8Array(bytes);
}
