import { createHmac } from 'node:crypto';
import { z } from 'zod/mini';
import type { Precision } from './address-result.ts';
import { type CallLog, type ExternalResponse, type HttpClient, parseResponse } from './http-client.ts';
import type { MapPicture, MapPictures, PictureRequest } from './maps-pictures.ts';

/** Address of Google's static images and the key to use. */
export interface GoogleKeys {
  readonly base: string;
  readonly key: string;
  /** Signs each URL; null: URLs are not signed. */
  readonly signingSecret: string | null;
}

/** Google's maximum for the longer side of an image, before it is doubled. */
const mostPixels = 640;
const zooms: Readonly<Record<Precision, number>> = {
  rooftop: 17,
  interpolated: 16,
  street: 15,
  zip_estimate: 12,
};
const metadata = z.object({ status: z.string() });

/**
 * Google's static map and street view. Never retries, because a user is looking at an empty frame in the meantime; any
 * failure results in null and a log line. The key never appears in responses or log lines.
 */
export function googlePictures(keys: GoogleKeys, http: HttpClient, log: CallLog): MapPictures {
  const ask = (path: string, query: Record<string, string>) =>
    http.send({
      provider: 'google_maps',
      credential: 'platform',
      method: 'GET',
      url: signedUrl(keys, path, query),
      template: path,
      kind: 'read',
      isRepeatable: false,
    });
  const orNull = (work: () => Promise<MapPicture | null>) =>
    work().catch((error: Error) => {
      log.warn({ provider: 'google_maps', problem: error.message }, 'no map image');
      return null;
    });
  return {
    map: (request) =>
      orNull(async () => {
        const at = `${request.lat},${request.lng}`;
        return pictureIn(
          await ask('/maps/api/staticmap', {
            center: at,
            zoom: String(zooms[request.precision]),
            ...sizeOf(request),
            scale: '2',
            markers: `color:0xe8590c|${at}`,
            language: request.lang,
          }),
        );
      }),
    street: (request) =>
      orNull(async () => {
        const isEstimate = request.precision === 'zip_estimate' && request.address !== '';
        const where = {
          location: isEstimate ? request.address : `${request.lat},${request.lng}`,
          source: 'outdoor',
        };
        // Free of charge, and shows whether there is an image at all; without one, the image request returns a gray
        // picture.
        const about = await ask('/maps/api/streetview/metadata', where);
        const { status } = parseResponse(about.text, metadata);
        if (status === 'ZERO_RESULTS' || status === 'NOT_FOUND') return null;
        if (status !== 'OK') throw new Error(`street view says ${status.slice(0, 40)}`);
        return pictureIn(await ask('/maps/api/streetview', { ...sizeOf(request), ...where, fov: '80' }));
      }),
  };
}

/** Returns the URL of a call with the key and, if there is a secret, the signature over path and query. */
function signedUrl(keys: GoogleKeys, path: string, query: Record<string, string>): string {
  const { pathname } = new URL(keys.base);
  const signed = `${pathname.replace(/\/$/, '')}${path}?${new URLSearchParams({ ...query, key: keys.key })}`;
  const address = `${new URL(keys.base).origin}${signed}`;
  return keys.signingSecret === null
    ? address
    : `${address}&signature=${signUrlPath(signed, keys.signingSecret)}`;
}

/** Returns Google's signature of a path with query: HMAC-SHA1, with secret and result in base64url. */
export function signUrlPath(pathAndQuery: string, secret: string): string {
  const digest = createHmac('sha1', Buffer.from(secret, 'base64url')).update(pathAndQuery).digest('base64');
  return digest.replaceAll('+', '-').replaceAll('/', '_');
}

function sizeOf({ w, h }: PictureRequest): { size: string } {
  const shrink = Math.min(1, mostPixels / Math.max(w, h));
  return { size: `${Math.round(w * shrink)}x${Math.round(h * shrink)}` };
}

function pictureIn(answer: ExternalResponse): MapPicture {
  const type = answer.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  if (type !== 'image/png' && type !== 'image/jpeg' && type !== 'image/webp') {
    throw new Error('the response is not an image');
  }
  return { type, bytes: answer.bytes };
}
