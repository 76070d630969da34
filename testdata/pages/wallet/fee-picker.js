// <fee-picker>: three speeds in an open shadow root. Fires "pick".
class FeePicker extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = `
      :host { display: block; margin-top: 16px; }
      div { display: flex; gap: 8px; }
      button { font: inherit; flex: 1; padding: 8px; border-radius: 10px; border: 1px solid #8885; background: none; color: inherit; cursor: pointer; }
      button[aria-pressed=true] { border-color: #2f6f5e; box-shadow: inset 0 0 0 1px #2f6f5e; font-weight: 600; }`;
    const group = document.createElement('div');
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Network fee');
    for (const speed of ['Low', 'Market', 'Fast']) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = speed;
      button.dataset.testid = `fee-${speed.toLowerCase()}`;
      button.setAttribute('aria-pressed', String(speed === 'Market'));
      button.addEventListener('click', () => {
        for (const other of group.children) other.setAttribute('aria-pressed', String(other === button));
        this.dispatchEvent(new CustomEvent('pick', { detail: speed }));
      });
      group.append(button);
    }
    root.append(style, group);
  }
}
customElements.define('fee-picker', FeePicker);
