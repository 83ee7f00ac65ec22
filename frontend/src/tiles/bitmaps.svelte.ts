/**
 * A board's tiles as bitmaps of the size it needs: pixels are painted many times faster than vector paths, and each
 * move repaints a hundred tiles. The vector drawings are shown until the bitmaps exist, and wherever the board is
 * zoomed, so that tiles are always sharp.
 */

import facts from "../generated/tiles.json";

const { width, sideWidth, sideHeight } = facts.size;
const PAUSE_MS = 250;

interface Made {
  /** Kept, so that the browser need not decode the drawing again when a tile changes to it. */
  drawing: HTMLImageElement;
  bitmap: HTMLImageElement;
}

export class Bitmaps {
  /** The size in CSS pixels, a whole number of device pixels; null while unknown. */
  private size: { width: number; height: number } | null = $state.raw(null);
  /** Does the board have another size than its bitmaps? Then they are stretched until new ones exist. */
  private isStretched = $state(false);
  private made: ReadonlyMap<string, Made | null> = $state.raw(new Map());
  private ratio = 1;
  private readonly asked = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Attachment: measures a board's tiles whenever its size changes: `{@attach bitmaps.measure}`. */
  readonly measure = (board: HTMLElement): (() => void) => {
    const later = (): void => {
      clearTimeout(this.timer);
      this.isStretched = true;
      this.timer = setTimeout(() => this.fit(board), this.size === null ? 0 : PAUSE_MS);
    };
    const watch = new ResizeObserver(later);
    watch.observe(board);
    visualViewport?.addEventListener("resize", later);
    return () => {
      watch.disconnect();
      visualViewport?.removeEventListener("resize", later);
      clearTimeout(this.timer);
    };
  };

  /** The bitmap for a drawing, with its size if known; null if the drawing itself should be shown. */
  of(drawing: string): { source: string; size: { width: number; height: number } | null } | null {
    if (this.size === null) return null;
    const made = this.made.get(drawing);
    if (made !== undefined) return made && { source: made.bitmap.src, size: this.isStretched ? null : this.size };
    if (this.asked.size === 0) setTimeout(() => void this.make());
    this.asked.add(drawing);
    return null;
  }

  private fit(board: HTMLElement): void {
    this.isStretched = false;
    const tile = parseFloat(getComputedStyle(board).getPropertyValue("--tile"));
    const ratio = devicePixelRatio * (visualViewport?.scale ?? 1);
    const whole = (part: number): number => Math.round((tile * part * ratio) / width) / ratio;
    const size = { width: whole(sideWidth), height: whole(sideHeight) };
    if (
      !(size.width > 0) ||
      (ratio === this.ratio && size.width === this.size?.width && size.height === this.size.height)
    )
      return;
    this.ratio = ratio;
    this.asked.clear();
    this.made = new Map();
    this.size = size;
  }

  /** Create the requested bitmaps, and show all of them at once. */
  private async make(): Promise<void> {
    const size = this.size;
    const found = new Map(this.made);
    for (const drawing of this.asked) {
      if (size === null || size !== this.size) return;
      found.set(drawing, await rastered(drawing, size.width * this.ratio, size.height * this.ratio));
    }
    if (size !== this.size) return;
    this.asked.clear();
    this.made = found;
  }
}

async function rastered(source: string, across: number, down: number): Promise<Made | null> {
  try {
    const drawing = await loaded(source);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(across);
    canvas.height = Math.round(down);
    canvas.getContext("2d")?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
    return { drawing, bitmap: await loaded(canvas.toDataURL()) };
  } catch {
    return null; // no support in this browser: it shows the drawing
  }
}

async function loaded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}
