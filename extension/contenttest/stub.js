// Stands for the extension API of Chromium, whose other end is the test:
// messages to the worker go out through the binding toWorker, messages from it
// come in through askContent.
globalThis.closedRoots = new WeakMap(); // filled in by tests
globalThis.chrome = {
  dom: { openOrClosedShadowRoot: (el) => closedRoots.get(el) ?? null },
  runtime: {
    id: 'contenttest',
    sendMessage(message) {
      toWorker(JSON.stringify(message));
      return Promise.resolve(message.kind === 'consent' ? consentReply : message.kind === 'driven' ? globalThis.drivenReply : {});
    },
    // Nobody is at the other end of a lane here; tests ask as the worker does.
    connect() {
      const events = { addListener() {} };
      return { onMessage: events, onDisconnect: events, postMessage() {}, disconnect() {} };
    },
    onMessage: { addListener(listener) { globalThis.toContent = listener; } },
  },
};

// Every answer is kept for tests that search all that was said.
globalThis.answers = [];

globalThis.askContent = (message, sender = { id: 'contenttest' }) =>
  new Promise((resolve) => {
    const answer = (reply) => {
      answers.push(reply);
      resolve(reply);
    };
    if (!toContent(message, sender, answer)) setTimeout(answer, 50, null);
  });
