// Stands for the extension API of Chromium, whose other end is the test:
// messages to the worker go out through the binding toWorker, messages from it
// come in through askContent.
globalThis.chrome = {
  runtime: {
    id: 'contenttest',
    sendMessage(message) {
      toWorker(JSON.stringify(message));
      return Promise.resolve(message.kind === 'consent' ? consentReply : {});
    },
    onMessage: { addListener(listener) { globalThis.toContent = listener; } },
  },
};

globalThis.askContent = (message, sender = { id: 'contenttest' }) =>
  new Promise((resolve) => {
    if (!toContent(message, sender, resolve)) setTimeout(() => resolve(undefined), 50);
  });
