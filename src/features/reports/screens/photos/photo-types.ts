/** The types of photos that the server takes, for a file input. */
export const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif';
