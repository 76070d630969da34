// Chooses the option with that label in the native select at a point of the
// viewport, as a person would: the page hears input and change. It looks into
// open shadow roots and frames of the same origin.
(function choose(x, y, label) {
  let el = document.elementFromPoint(x, y);
  for (;;) {
    if (el?.shadowRoot) {
      const inner = el.shadowRoot.elementFromPoint(x, y);
      if (inner && inner !== el) { el = inner; continue; }
    }
    if (el?.tagName === 'IFRAME' && el.contentDocument) {
      const box = el.getBoundingClientRect();
      x -= box.left + el.clientLeft;
      y -= box.top + el.clientTop;
      el = el.contentDocument.elementFromPoint(x, y);
      continue;
    }
    break;
  }
  const select = el?.closest?.('select') ?? el?.closest?.('label')?.control;
  if (!select || select.tagName !== 'SELECT') return { fault: 'none' };
  const plain = (s) => s.replace(/\s+/g, ' ').trim();
  const options = [...select.options];
  const wanted = plain(label);
  const option = options.find((o) => plain(o.label) === wanted) ??
    options.find((o) => plain(o.label).toLowerCase() === wanted.toLowerCase());
  if (!option || option.disabled || option.parentElement?.disabled) {
    const open = options.filter((o) => !o.disabled);
    return { fault: 'option', options: open.slice(0, 20).map((o) => plain(o.label).slice(0, 60)) };
  }
  select.focus();
  option.selected = true;
  const view = select.ownerDocument.defaultView;
  for (const name of ['input', 'change']) select.dispatchEvent(new view.Event(name, { bubbles: true, composed: true }));
  return {};
})
