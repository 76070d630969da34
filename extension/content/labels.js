'use strict';
// The labels of a control. `control.labels` is not used: it walks the whole document
// again after every mutation.

/**
 * LabelIndex stores labels by the id that they are for. It is built once per pass over a page.
 * @typedef {Map<Node, Map<string, Element[]>>} LabelIndex
 */

function makeLabels() {
  const { dom } = Cairn;

  /**
   * @param {Element} el
   * @param {LabelIndex | null} labels
   * @returns {Element[]} the labels of a control, in document order
   */
  function labelsOf(el, labels) {
    const wrapper = wrapperOf(el);
    const found = dom.attr(el, 'id') ? labelsFor(el, labels) : [];
    const root = dom.rootOf(el);
    // A component's label stands beside the component.
    if (!wrapper && !found.length && root instanceof ShadowRoot && dom.tag(el) !== 'button') return labelsOf(root.host, labels);
    // A label around a control is for it only if it names no other one and
    // this is the first control within.
    if (!wrapper || dom.has(wrapper, 'for') || found.includes(wrapper)) return found;
    if (/** @type {HTMLLabelElement} */ (wrapper).control !== el) return found;
    return [wrapper, ...found];
  }

  /** @param {Element} el @returns {Element | null} the label around el; of nested labels that are for it, the outermost, which contains the text of the others */
  function wrapperOf(el) {
    let found = dom.nearest(el, 'label');
    for (let at = found && dom.parentElement(found); at; at = dom.parentElement(at)) {
      const outer = dom.nearest(at, 'label');
      if (!outer || /** @type {HTMLLabelElement} */ (outer).control !== el) break;
      found = at = outer;
    }
    return found;
  }

  /** @param {Element} el @param {LabelIndex | null} labels @returns {Element[]} */
  function labelsFor(el, labels) {
    const root = dom.rootOf(el);
    if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
    const id = dom.attr(el, 'id') ?? '';
    const found = labels ? (indexLabels(root, labels).get(id) ?? []) : [...dom.all(root, `label[for="${CSS.escape(id)}"]`)];
    // If elements share an id, only the first one is labelled.
    return found.length && dom.byId(root, id) === el ? found : [];
  }

  /** @param {Document | ShadowRoot} root @param {LabelIndex} labels @returns {Map<string, Element[]>} */
  function indexLabels(root, labels) {
    const index = labels.get(root) ?? Map.groupBy(dom.all(root, 'label[for]'), (label) => dom.attr(label, 'for') ?? '');
    labels.set(root, index);
    return index;
  }

  /** @param {Element} label @returns {Element | null} its control, or the box or radio beside it that it is drawn for */
  function controlOf(label) {
    const { control } = /** @type {HTMLLabelElement} */ (label);
    const before = dom.previousElement(label);
    return control ?? (before && !dom.has(label, 'for') && dom.fits(before, Cairn.clickable.CHOSEN) && dom.transparent(before) ? before : null);
  }

  return { labelsOf, controlOf };
}

Cairn.labels ??= makeLabels();
