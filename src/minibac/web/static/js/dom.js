/** Making elements without strings of markup: text from others only ever enters as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 */

/**
 * @param {Element} element
 * @param {Record<string, any>} facts attributes; `on…` are listeners, `text` is text, `data` a dictionary
 */
function dress(element, facts) {
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = String(value);
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [facts]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, facts);
  fill(element, children);
  return element;
}

/**
 * A custom element of ours, with its own class.
 * @template {HTMLElement} T
 * @param {new () => T} kind
 * @param {Record<string, any>} [facts]
 * @returns {T}
 */
export function make(kind, facts = {}) {
  const element = new kind();
  dress(element, facts);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [facts]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, facts = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, facts);
  fill(element, children);
  return element;
}

/**
 * Keep one child for each item, in order, and reuse those that are there: a table that is open for days does not grow.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => E} create
 * @param {(element: E, item: T, index: number) => void} [update]
 */
export function keep(parent, items, create, update) {
  items.forEach((item, index) => {
    let element = /** @type {E|undefined} */ (parent.children[index]);
    if (!element) {
      element = create(item, index);
      parent.append(element);
    }
    update?.(element, item, index);
  });
  while (parent.children.length > items.length) parent.lastElementChild?.remove();
}

/**
 * Set text only where it differs, so that nothing is laid out twice.
 * @param {Element} element
 * @param {string|number} text
 */
export function say(element, text) {
  const words = String(text);
  if (element.textContent !== words) element.textContent = words;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Hide or show, only where it differs: an attribute that is set again has its style worked out again.
 * @param {HTMLElement} element
 * @param {boolean} hidden
 */
export function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

/** What each part was drawn from last. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Whether a part has to be drawn from these facts; if so, they are remembered. The same again would change nothing.
 * @param {Element} element
 * @param {unknown} facts anything that JSON can tell apart
 */
export function differs(element, facts) {
  const key = JSON.stringify(facts);
  if (drawn.get(element) === key) return false;
  drawn.set(element, key);
  return true;
}

/**
 * The element that must be there.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function need(selector, root = document) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @returns {string} an id that nobody else makes; also on plain http, where randomUUID is missing */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const ICONS = {
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6",
  fair: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M8 15v4",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.1",
  leave: "M14 4H6v16h8M11 12h9M17 8l4 4-4 4",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M5 12h.1M12 12h.1M19 12h.1",
  roads: "M4 4h16v16H4zM4 10h16M10 4v16",
  undo: "M4 9h10a5 5 0 0 1 0 10h-3M8 5L4 9l4 4",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  rebet: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  double: "M4 8l8 8M12 8l-8 8M15 10a2.5 2.5 0 1 1 4.500 1.500L15 17h5",
  buy: "M12 5v14M5 12h14",
  sound: "M4 10v4h4l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6l-5 4zM16 10l5 5M21 10l-5 5",
  watch: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.500a2.500 2.500 0 1 0 .01 0",
};

/**
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: ICONS[name] }));
}
