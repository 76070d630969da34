// Excalidraw as an application: its scene is kept in localStorage as its own
// web site does, so that a test can read what was drawn.
import { createRoot } from 'react-dom/client';
import { createElement } from 'react';
import { Excalidraw } from '@excalidraw/excalidraw';
import '@excalidraw/excalidraw/index.css';

const keep = (elements) => localStorage.setItem('excalidraw', JSON.stringify(elements.filter((e) => !e.isDeleted)));
createRoot(document.getElementById('root')).render(createElement('div', { style: { height: '100vh' } }, createElement(Excalidraw, { onChange: keep })));
