const list = document.getElementById('entries');
const said = document.getElementById('said');

async function show() {
  const { entries = [] } = await chrome.storage.local.get('entries');
  list.replaceChildren(...entries.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
}

document.getElementById('add').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { entries = [] } = await chrome.storage.local.get('entries');
  await chrome.storage.local.set({ entries: [...entries, document.getElementById('entry').value] });
  said.textContent = 'Entry added';
  await show();
});

document.getElementById('connect').addEventListener('click', () => chrome.runtime.sendMessage('connect'));

void show();
