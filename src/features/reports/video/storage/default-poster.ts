import sharp from 'sharp';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
  <rect width="1280" height="720" fill="#1f2937"/>
  <rect x="250" y="150" width="780" height="420" rx="36" fill="none" stroke="#4b5563" stroke-width="10"/>
  <circle cx="640" cy="360" r="104" fill="#f9fafb"/>
  <path d="M606 300l104 60-104 60z" fill="#1f2937"/>
</svg>`;

/** The poster of a video for which the browser could not render one. */
export async function defaultPoster(): Promise<Uint8Array> {
  return new Uint8Array(await sharp(Buffer.from(drawing)).jpeg({ quality: 84 }).toBuffer());
}
