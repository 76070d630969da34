// Writes shared/capture/icons.txt: names and digests of the icons of common sets that pages draw without saying which
// they are. After npm ci: node icons.mjs
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const modules = path.join(here, 'node_modules');
const require = createRequire(import.meta.url);

/** THINGS lists words for icons that controls have. A name is used if it has one of them, and else words of HOW. */
const THINGS = new Set(('trash delete bin remove close x times cancel clear plus add minus edit pencil pen search magnify filter funnel sort bell notifications cog gear settings ' +
  'sliders adjustments tune user account person profile users people group menu bars dots ellipsis more kebab download upload export import share link unlink copy duplicate clipboard ' +
  'paste cut save floppy print printer refresh reload rotate sync undo redo arrow chevron caret angle home house star heart bookmark flag eye view visibility preview lock unlock key ' +
  'mail envelope inbox send reply forward chat message comment phone calendar clock play pause stop next previous mute mic microphone camera image photo file folder attachment paperclip ' +
  'info question help warning alert exclamation check done archive cart globe moon login logout power maximize minimize expand collapse fullscreen external launch history thumbs thumb ' +
  'grid list bold italic underline sun map location tag wrench shield volume video zoom rewind skip code terminal table sidebar grip drag first last navigate unfold log sign information shopping language').split(' '));
const HOW = new Set(('circle square left right up down off slash big horizontal vertical glass magnifying plane paper out in box on tray double link vert horiz open cw ccw mark content narrow can ' +
  'pointing arrows airplane triangle closed bubble oval h v less before keyboard page rectangle start end cloud forever card pin').split(' '));
const STYLE = new Set('outline outlined fill filled solid line regular sharp round rounded bold mini reg o alt ios md form simple fat small lg sm xl'.split(' '));
const WORDS_MAX = 3;

// The digest has the same steps as shapeOf in extension/content/hints.js.
const DRAWING = 'd points x1 y1 x2 y2 cx cy r x y width height'.split(' ');
const EMPTY = /^(?:M00h\d+v\d+H0|(\d+)\1$)/i;
const PARTS_MAX = 20;
const PART_MAX = 5e3;

/** @param {Record<string, string>[]} parts attributes of the elements of a picture */
function digest(parts) {
  let sum = 0;
  for (const part of parts.slice(0, PARTS_MAX)) {
    const said = DRAWING.map((a) => part[a]).join('').replace(/[\s,]/g, '').slice(0, PART_MAX);
    for (const c of EMPTY.test(said) ? '' : said) sum = Math.imul(sum ^ c.charCodeAt(0), 16777619);
  }
  return sum ? (sum >>> 0).toString(36) : '';
}

const named = new Map(); // the name of each digest: the first set decides

function add(name, parts) {
  const words = name.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|([a-zA-Z])(?=\d)|(\d)(?=[a-zA-Z])/g, '$&-').toLowerCase().split(/[-_\s]+/).filter((w) => !STYLE.has(w) && !/^\d+$/.test(w));
  const key = digest(parts);
  if (key && !named.has(key) && words.length <= WORDS_MAX && words.some((w) => THINGS.has(w)) && words.every((w) => THINGS.has(w) || HOW.has(w))) named.set(key, words.join('-').replace(/^remove$/, 'minus')); // as drawn
}

const parsed = (svg) => [...svg.matchAll(/<([a-z]\w*)([^>]*)>/gi)].filter(([, tag]) => tag !== 'svg').map(([, , attributes]) => Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, v]) => [k, v])));

/** @param {string} dir */
function files(dir) {
  for (const entry of fs.readdirSync(path.join(modules, dir), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) files(path.join(dir, entry.name));
    else if (entry.name.endsWith('.svg')) add(entry.name.slice(0, -'.svg'.length), parsed(fs.readFileSync(path.join(modules, dir, entry.name), 'utf8')));
  }
}

for (const dir of ['heroicons/16', 'heroicons/20', 'heroicons/24', 'heroicons-v1/outline', 'heroicons-v1/solid', 'lucide-static/icons', 'feather-icons/dist/icons', 'bootstrap-icons/icons', '@tabler/icons/icons',
  '@fortawesome/fontawesome-free/svgs', '@primer/octicons/build/svg', '@phosphor-icons/core/assets/regular', '@phosphor-icons/core/assets/bold', '@phosphor-icons/core/assets/fill', 'ionicons/dist/svg', '@mdi/svg/svg', 'remixicon/icons',
  '@material-design-icons/svg/filled', '@material-design-icons/svg/outlined', '@material-design-icons/svg/round']) files(dir);
for (const set of ['heroicons', 'lucide']) for (const [name, icon] of Object.entries(require(`@iconify-json/${set}/icons.json`).icons)) add(name, parsed(icon.body));
const flat = (node) => node.child.flatMap((c) => [c.attr, ...flat(c)]);
for (const set of 'fi hi hi2 fa fa6 md lu io5 ai bi'.split(' ')) {
  for (const [name, draw] of Object.entries(require(`react-icons/${set}`))) {
    const tree = /GenIcon\((\{.*\})\)\(props\)/s.exec(draw.toString());
    if (tree) add(name.replace(/^[A-Z][a-z]+?(?=[A-Z\d])/, ''), flat(JSON.parse(tree[1])));
  }
}

const digests = new Map();
for (const [key, name] of named) digests.set(name, [...(digests.get(name) ?? []), key]);
const lines = [...digests].map(([name, keys]) => [name, ...keys.sort()].join(' ')).sort();
fs.writeFileSync(path.join(here, '../../shared/capture/icons.txt'), lines.join('\n') + '\n');
console.log(`${named.size} drawings of ${lines.length} icons`);
