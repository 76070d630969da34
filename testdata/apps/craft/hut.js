import '@material/web/all.js';
