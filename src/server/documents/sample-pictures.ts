import sharp from 'sharp';

/** Creates a JPEG of the given size that compresses like a photo of a building. The same number gives the same image. */
export async function samplePicture(n: number, width = 800, height = 600, quality = 80): Promise<Buffer> {
  const noise = Buffer.alloc(width * height * 3);
  let state = 2_654_435_761 * (n + 1);
  const hue = (n * 47) % 120;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const brick = (Math.floor(y / 18) % 2 ? x : x + 20) % 40 < 2 || y % 18 < 2 ? -50 : 0;
      const grain = (state >>> 24) / 9 + brick + (y * 60) / height;
      const at = (y * width + x) * 3;
      noise[at] = Math.min(255, Math.max(0, 90 + hue + grain));
      noise[at + 1] = Math.min(255, Math.max(0, 110 + grain));
      noise[at + 2] = Math.min(255, Math.max(0, 150 - hue / 2 + grain));
    }
  }
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/** Creates a simple logo with a transparent background. */
export async function sampleLogo(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="180"><path d="M20 160V80L90 20l70 60v80z" fill="#0b7285"/><rect x="70" y="100" width="40" height="60" fill="#fff"/><rect x="190" y="60" width="420" height="26" rx="8" fill="#343a40"/><rect x="190" y="104" width="300" height="20" rx="8" fill="#adb5bd"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
