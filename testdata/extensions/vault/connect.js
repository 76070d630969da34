for (const answer of ['approve', 'reject']) {
  document.getElementById(answer).addEventListener('click', async () => {
    await chrome.runtime.sendMessage(answer);
    window.close();
  });
}
