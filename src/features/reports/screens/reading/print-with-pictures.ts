const patienceMs = 15_000;

/** Prints the page once its pictures have arrived: those far below are otherwise loaded only when they come into view. */
export async function printWithPictures(): Promise<void> {
  // Renders what is still missing.
  window.dispatchEvent(new Event('beforeprint'));
  window.dispatchEvent(new Event('afterprint'));
  const pictures = [...document.querySelectorAll<HTMLImageElement>('article img')];
  for (const picture of pictures) picture.loading = 'eager';
  const arrived = Promise.allSettled(pictures.map((picture) => picture.decode()));
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  window.print();
}
