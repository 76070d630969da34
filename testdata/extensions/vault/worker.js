chrome.runtime.onMessage.addListener((message) => {
  if (message === 'connect') void chrome.windows.create({ url: 'connect.html', type: 'popup', width: 360, height: 480 });
  else void chrome.storage.local.set({ answered: message });
});
