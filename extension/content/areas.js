'use strict';
// The areas of an image map. An area has no box: it is a part of the image that uses
// its map.

function makeAreas() {
  const { dom } = Cairn;

  /** @param {Element} el @returns {Element | null} the visible image that contains the area; null for elements other than areas */
  function imageOf(el) {
    if (dom.tag(el) !== 'area') return null;
    const map = dom.nearest(el, 'map');
    const name = map && (dom.attr(map, 'name') || dom.attr(map, 'id'));
    const all = name ? dom.all(/** @type {ParentNode} */ (dom.rootOf(el)), 'img[usemap]') : [];
    return [...all].find((img) => dom.attr(img, 'usemap') === `#${name}` && dom.boxed(img)) ?? null;
  }

  /**
   * @typedef {{ whole: DOMRect, shape: string, across: number[], down: number[] }} Outline
   *   coordinates in pixels from the image's corner; Chromium includes the image's border and padding
   */

  /** @param {Element} area @returns {Outline | null} null if the area is not visible */
  function outline(area) {
    const image = imageOf(area);
    if (!image) return null;
    const whole = dom.rect(image);
    const shape = (dom.attr(area, 'shape') ?? 'rect').toLowerCase();
    const coords = (dom.attr(area, 'coords') ?? '').split(',').map(Number);
    const [x, y, r] = coords;
    const corners = shape.startsWith('circ') ? [x - r, y - r, x + r, y + r] : coords;
    return {
      whole, shape,
      across: corners.filter((_, i) => i % 2 === 0),
      down: corners.filter((_, i) => i % 2 === 1),
    };
  }

  /** @param {Element} area @returns {DOMRect} its bounding box, in pixels of the frame; of size 0 if the area is not visible */
  function boxOf(area) {
    const it = outline(area);
    if (!it || it.shape === 'default') return it?.whole ?? new DOMRect();
    const x = Math.min(...it.across);
    const y = Math.min(...it.down);
    const width = Math.max(...it.across) - x;
    const height = Math.max(...it.down) - y;
    return width > 0 && height > 0 ? new DOMRect(it.whole.x + x, it.whole.y + y, width, height) : new DOMRect();
  }

  /** @param {Element} area @param {Element} hit @param {{ x: number, y: number }} point of the box of area @returns {boolean} whether hit is its image, and the point in the area */
  function holds(area, hit, point) {
    const it = imageOf(area) === hit ? outline(area) : null;
    if (!it?.shape.startsWith('poly')) return it !== null;
    const x = point.x - it.whole.x;
    const y = point.y - it.whole.y;
    let inside = false;
    for (let i = 0, j = it.down.length - 1; i < it.down.length; j = i++) {
      const crosses = it.down[i] > y !== it.down[j] > y;
      if (crosses && x < ((it.across[j] - it.across[i]) * (y - it.down[i])) / (it.down[j] - it.down[i]) + it.across[i]) inside = !inside;
    }
    return inside;
  }

  return { imageOf, boxOf, holds };
}

Cairn.areas ??= makeAreas();
