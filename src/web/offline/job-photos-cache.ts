/** Name of the cache with the thumbnails of the jobs stored on the device. The service worker reads it. */
export const jobPhotosCache = 'gable-job-photos';
