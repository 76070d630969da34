// Runs once for each DevTools window, invisibly, and adds the panel to it.

chrome.devtools.panels.create("Cairn", "icons/32.png", "panel/panel.html");
