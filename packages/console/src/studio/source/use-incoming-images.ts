import { useEffect, useState } from 'react';
import { draggedResult, isDraggedResult } from './drag-result.ts';
import { takeFile, takeResult } from './take-source.ts';

/**
 * Takes images that are dropped anywhere on the page or pasted into it, and results that are dragged from the gallery;
 * returns whether one is held over it.
 */
export function useIncomingImages(onRefusal: (refusal: string | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = async (file: File): Promise<void> => onRefusal(await takeFile(file));
    const onPaste = (event: ClipboardEvent): void => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    };
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files') && !isDraggedResult(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDragEnd = (): void => setOver(false);
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      const result = draggedResult(event.dataTransfer);
      if (result !== undefined) {
        event.preventDefault();
        void takeResult(result).then(onRefusal);
        return;
      }
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragend', onDragEnd);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragend', onDragEnd);
    };
  }, [onRefusal]);
  return isOver;
}
