import { type DragEvent, type HTMLAttributes, useState } from 'react';

/** The kind of data that dragged photos of the report carry. */
const photosType = 'application/x-report-photos';

/** The attributes of something that drags photos of the report. */
export function dragPhotos(ids: () => readonly string[]) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(photosType, JSON.stringify(ids()));
      event.dataTransfer.effectAllowed = 'move';
    },
  };
}

interface Takes {
  /** Photos of the report that are dropped here. */
  onPhotos?: (ids: string[]) => void;
  /** Files from the computer that are dropped here. */
  onFiles?: (files: File[]) => void;
}

/**
 * Returns the attributes of an area that takes photos or files. Dropped anywhere else, they change nothing. The area that
 * would take them has `data-over`. Of nested areas the inner one takes.
 */
export function useDropTarget({ onPhotos, onFiles }: Takes) {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer: { types } }: DragEvent) =>
    (onPhotos && types.includes(photosType)) || (onFiles && types.includes('Files'));
  return {
    'data-over': isOver || undefined,
    onDragOver: (event) => {
      if (!accepts(event)) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = event.dataTransfer.types.includes(photosType) ? 'move' : 'copy';
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      setOver(false);
      if (!accepts(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const photos = event.dataTransfer.getData(photosType);
      if (photos) onPhotos?.(JSON.parse(photos) as string[]);
      else onFiles?.([...event.dataTransfer.files]);
    },
  } satisfies HTMLAttributes<HTMLElement> & { 'data-over': true | undefined };
}

/** The browser opens a file that is dropped where nothing takes it, which would leave the report: does nothing instead. */
export function ignoreStrayFiles(): () => void {
  const ignore = (event: globalThis.DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  window.addEventListener('dragover', ignore);
  window.addEventListener('drop', ignore);
  return () => {
    window.removeEventListener('dragover', ignore);
    window.removeEventListener('drop', ignore);
  };
}
