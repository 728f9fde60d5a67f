import type { RequestParts } from './request-parts.ts';

/** Sends a request and reports upload progress, which fetch cannot. Rejects as fetch does. */
export function sendWithProgress(
  url: string,
  parts: RequestParts,
  headers: Headers,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(parts.method, url);
    xhr.responseType = 'blob';
    headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    xhr.onload = () => {
      const type = xhr.getResponseHeader('content-type') ?? 'application/json';
      resolve(new Response(xhr.response as Blob, { status: xhr.status, headers: { 'content-type': type } }));
    };
    xhr.onerror = () => reject(new TypeError('Upload failed'));
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(parts.body ?? null);
  });
}
