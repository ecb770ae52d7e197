import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A point of the window. */
interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

const FACTOR_MAX = 12;
/** How much the image grows, in parts of itself, for each pixel that the wheel turns. */
const WHEEL = 0.002;

/**
 * How large an image is drawn in a box that scrolls: `factor` times the size in which it fits. What is under the pointer, or
 * between the fingers, stays there. `pixels` is the width of the image.
 */
export function useZoom(pixels: number) {
  const box = useRef<HTMLElement>(null);
  const [factor, setFactor] = useState(1);
  const [atPixels, setAtPixels] = useState<number>();
  const current = useRef(1);
  const held = useRef<{ readonly x: number; readonly y: number; readonly ratio: number }>(undefined);

  const zoomTo = useCallback((wanted: number, at?: Point): void => {
    const element = box.current;
    if (element === null) return;
    const next = Math.min(FACTOR_MAX, Math.max(1, wanted));
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = at === undefined ? width / 2 : at.clientX - left;
    const y = at === undefined ? height / 2 : at.clientY - top;
    held.current = { x, y, ratio: next / current.current };
    current.current = next;
    setFactor(next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the image has another size now.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || held.current === undefined) return;
    const { x, y, ratio } = held.current;
    held.current = undefined;
    element.scrollLeft = (element.scrollLeft + x) * ratio - x;
    element.scrollTop = (element.scrollTop + y) * ratio - y;
  }, [factor]);
  const zoomBy = useCallback((by: number, at?: Point) => zoomTo(current.current * by, at), [zoomTo]);
  const fit = useCallback(() => zoomTo(1), [zoomTo]);
  /** One pixel of the image on one of the screen. */
  const showPixels = useCallback(
    (at?: Point): void => {
      const width = box.current?.offsetWidth ?? pixels;
      const wanted = Math.min(FACTOR_MAX, Math.max(1, pixels / window.devicePixelRatio / width));
      setAtPixels(wanted);
      zoomTo(wanted, at);
    },
    [pixels, zoomTo],
  );
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const toggle = (event: MouseEvent) => (current.current > 1 ? fit() : showPixels(event));
    return listen(element, { current, zoomBy, toggle });
  }, [zoomBy, fit, showPixels]);
  return { box, factor, atPixels, zoomBy, fit, showPixels };
}

interface Hands {
  readonly current: { readonly current: number };
  readonly zoomBy: (by: number, at: Point) => void;
  readonly toggle: (event: MouseEvent) => void;
}

function listen(element: HTMLElement, { current, zoomBy, toggle }: Hands): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onWheel = (event: WheelEvent): void => {
    // An image that fits lets the page scroll on.
    if (event.deltaY > 0 && current.current === 1) return;
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * WHEEL), event);
  };
  let apart = 0;
  const onTouch = (event: TouchEvent): void => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined) return;
    event.preventDefault();
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    if (event.type === 'touchmove' && apart > 0) zoomBy(distance / apart, middle);
    apart = distance;
  };
  const onMove = ({ buttons, pointerType, movementX, movementY }: PointerEvent): void => {
    if (pointerType !== 'mouse' || buttons !== 1 || current.current === 1) return;
    element.scrollBy(-movementX, -movementY);
  };
  const active = { signal, passive: false };
  element.addEventListener('wheel', onWheel, active);
  element.addEventListener('touchstart', onTouch, active);
  element.addEventListener('touchmove', onTouch, active);
  element.addEventListener('touchend', () => (apart = 0), { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('dblclick', toggle, { signal });
  return () => listening.abort();
}
