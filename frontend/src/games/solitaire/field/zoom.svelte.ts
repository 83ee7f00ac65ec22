/** Zoom and pan of a board with two fingers, one finger, or buttons. */

const MOST = 3;
const SLIP = 8;

interface Point {
  x: number;
  y: number;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** Did the last touch move the board? Then its click does not count as a tap. */
  hasMoved = false;
  private readonly fingers = new Map<number, Point>();
  private start: Point = { x: 0, y: 0 };

  /** Zoom around a point of the frame, which stays in place. */
  by(factor: number, frame: HTMLElement, about?: Point): void {
    const box = frame.getBoundingClientRect();
    const point = about ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const ratio = scale / this.scale;
    const px = point.x - box.left;
    const py = point.y - box.top;
    this.scale = scale;
    this.move(px - (px - this.x) * ratio, py - (py - this.y) * ratio, box);
  }

  fit(): void {
    this.scale = 1;
    this.x = this.y = 0;
  }

  down(event: PointerEvent): void {
    if (this.fingers.size === 0) {
      this.hasMoved = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  drag(event: PointerEvent, frame: HTMLElement): void {
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    if (Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLIP) this.hasMoved = true;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (other !== undefined) {
      this.hasMoved = true;
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.by(factor, frame, between(now, other));
    } else if (this.scale > 1 && this.hasMoved) {
      this.move(this.x + now.x - before.x, this.y + now.y - before.y, frame.getBoundingClientRect());
    }
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
  }

  private move(x: number, y: number, box: DOMRect): void {
    const most = (size: number): number => size * (this.scale - 1);
    this.x = Math.min(0, Math.max(-most(box.width), x));
    this.y = Math.min(0, Math.max(-most(box.height), y));
  }
}
