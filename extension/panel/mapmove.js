// Moves and scales a drawing in its window: by dragging, by the wheel, by keys and by
// calls. A drawing never leaves its window entirely.

/** @import {Point} from "./maplayout.js" */

/** Least scale, except of a map that only fits when it is smaller. Below it, screens are dots. */
const LEAST = 0.15;

/** Scale at which a map opens whose screens would be dots. */
const OPENING = 0.6;
const MOST = 3;
const STEP = 1.25;

/** How far a key moves the drawing, in px. */
const BY_KEY = 60;

/** How much of the drawing stays in its window, in px. */
const STAYS = 60;

/** A pointer that moved less has clicked. */
const CLICK = 4;

/** @param {HTMLElement} port the window; it has the focus for keys @param {(scale: number) => void} scaled */
export function mover(port, scaled) {
  /** @type {SVGElement | undefined} */
  let drawing;
  let size = { width: 0, height: 0 };
  let [x, y, scale] = [0, 0, 1];
  let frame = 0;
  /** @type {{id: number, x: number, y: number, moved: boolean} | undefined} */
  let drag;
  /** @type {(() => void)[]} */
  let after = [];
  let fitted = false;

  function apply() {
    const keep = (/** @type {number} */ at, /** @type {number} */ extent, /** @type {number} */ room) => Math.max(Math.min(STAYS, extent) - extent, Math.min(at, room - Math.min(STAYS, extent)));
    x = keep(x, size.width * scale, port.clientWidth);
    y = keep(y, size.height * scale, port.clientHeight);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (drawing) drawing.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    });
  }

  /** @param {number} dx @param {number} dy */
  function pan(dx, dy) {
    fitted &&= !dx && !dy;
    x += dx;
    y += dy;
    apply();
  }

  /** @param {number} to @param {Point} [about] stays where it is, in px of the window */
  function zoom(to, about = { x: port.clientWidth / 2, y: port.clientHeight / 2 }) {
    const next = Math.max(Math.min(LEAST, whole()), Math.min(MOST, to));
    x = about.x - ((about.x - x) * next) / scale;
    y = about.y - ((about.y - y) * next) / scale;
    scale = next;
    fitted = false;
    scaled(scale);
    apply();
  }

  /** Returns the scale at which all of the drawing is seen, at most its own size. */
  const whole = () => Math.min(1, port.clientWidth / size.width, port.clientHeight / size.height);

  /** Shows all of the drawing. */
  function fit() {
    if (size.width === 0 || port.clientWidth === 0) return;
    scale = whole();
    x = (port.clientWidth - size.width * scale) / 2;
    y = (port.clientHeight - size.height * scale) / 2;
    fitted = true;
    scaled(scale);
    apply();
  }

  port.addEventListener("wheel", (event) => {
    event.preventDefault();
    const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (!event.ctrlKey) return event.shiftKey && !event.deltaX ? pan(-event.deltaY * line, 0) : pan(-event.deltaX * line, -event.deltaY * line);
    const box = port.getBoundingClientRect();
    zoom(scale * Math.exp(-event.deltaY * line * 0.01), { x: event.clientX - box.left, y: event.clientY - box.top });
  }, { passive: false });

  port.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || drag) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  port.addEventListener("pointermove", (event) => {
    if (drag?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < CLICK) return;
    if (!drag.moved) port.setPointerCapture(event.pointerId);
    drag = { id: drag.id, x: event.clientX, y: event.clientY, moved: true };
    port.classList.add("dragged");
    pan(dx, dy);
  });
  /** Drops the click that follows the end of a drag. */
  function ignoreClick() {
    const stop = (/** @type {Event} */ event) => event.stopImmediatePropagation();
    port.addEventListener("click", stop, { capture: true });
    setTimeout(() => port.removeEventListener("click", stop, { capture: true }));
  }
  const drop = (/** @type {PointerEvent} */ event) => {
    if (drag?.id !== event.pointerId) return;
    const { moved } = drag;
    drag = undefined;
    port.classList.remove("dragged");
    if (moved) ignoreClick();
    const then = after;
    after = [];
    for (const act of then) act();
  };
  port.addEventListener("pointerup", drop);
  port.addEventListener("pointercancel", drop);

  port.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    /** @type {Record<string, () => void>} */
    const keys = { "+": () => zoom(scale * STEP), "=": () => zoom(scale * STEP), "-": () => zoom(scale / STEP), 0: fit };
    if (event.target === port) {
      Object.assign(keys, { ArrowLeft: () => pan(BY_KEY, 0), ArrowRight: () => pan(-BY_KEY, 0), ArrowUp: () => pan(0, BY_KEY), ArrowDown: () => pan(0, -BY_KEY) });
    }
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  new ResizeObserver(() => (fitted ? fit() : apply())).observe(port);

  return {
    fit,
    /** @param {1 | -1} direction */
    zoomBy: (direction) => zoom(scale * STEP ** direction),
    /** Calls a function at once, or when the drag under way ends. @param {() => void} act */
    whenStill(act) {
      if (drag) after.push(act);
      else act();
    },
    /**
     * Shows another drawing. A point of the old one stays where it is on the screen.
     * @param {SVGElement} next is in the window already, unseen
     * @param {{width: number, height: number}} its
     * @param {Point} start is shown first of a map that is too large to be read as a whole
     * @param {[was: Point, is: Point]} [anchor]
     */
    show(next, its, start, anchor) {
      drawing?.remove();
      drawing = next;
      drawing.classList.remove("coming");
      drawing.removeAttribute("aria-hidden");
      size = its;
      if (anchor) {
        x += (anchor[0].x - anchor[1].x) * scale;
        y += (anchor[0].y - anchor[1].y) * scale;
        next.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
        apply();
      } else if (whole() < LEAST) {
        [scale, fitted] = [OPENING, false];
        [x, y] = [port.clientWidth / 2 - start.x * scale, port.clientHeight / 2 - start.y * scale];
        scaled(scale);
        apply();
      } else fit();
    },
    /** @returns {Point} the middle of the window, in px of the drawing */
    middle: () => ({ x: (port.clientWidth / 2 - x) / scale, y: (port.clientHeight / 2 - y) / scale }),
    /**
     * Moves the drawing as little as shows a box.
     * @param {Point} place its middle
     * @param {{width: number, height: number}} box
     */
    reveal(place, box) {
      const by = (/** @type {number} */ at, /** @type {number} */ extent, /** @type {number} */ room) => Math.max(0, 16 - (at - extent / 2)) || Math.min(0, room - 16 - (at + extent / 2));
      pan(by(x + place.x * scale, box.width * scale, port.clientWidth), by(y + place.y * scale, box.height * scale, port.clientHeight));
    },
  };
}
