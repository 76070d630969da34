const lock = document.getElementById('lock');

void chrome.storage.local.get('lock').then(({ lock: on }) => {
  lock.checked = on === true;
});
lock.addEventListener('change', () => chrome.storage.local.set({ lock: lock.checked }));

document.getElementById('turn').textContent = `Opened ${new Date().toISOString()}`;
document.getElementById('reload').addEventListener('click', () => location.reload());
if (location.hash === '#restless') setTimeout(() => location.reload(), 300);
