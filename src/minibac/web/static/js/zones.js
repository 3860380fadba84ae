/**
 * The clock of the house. Every time comes in milliseconds since 1970 and is shown where the house is, wherever the browser
 * stands. Where clocks are turned back an hour comes twice: a time in it bears its distance from UTC.
 */

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Where the house is: it stands in the page. */
export const houseZone = () => document.documentElement.dataset.zone || "UTC";

/** @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map();

/** @param {string} zone */
function clock(zone) {
  let found = clocks.get(zone);
  if (!found) {
    const two = /** @type {const} */ ("2-digit");
    found = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", year: "numeric", month: two, day: two, hour: two, minute: two, second: two });
    clocks.set(zone, found);
  }
  return found;
}

/**
 * What the clock of the house shows, as milliseconds of a day without a zone.
 * @param {number} ms @param {string} zone
 */
function wall(ms, zone) {
  const shown = Object.fromEntries(clock(zone).formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second);
}

/** @param {number} ms @param {string} zone */
const offset = (ms, zone) => wall(ms, zone) - Math.floor(ms / 1000) * 1000;

/** Hours, minutes and seconds on the clock of the house. @param {number} ms @param {string} [zone] */
export function timeOfDay(ms, zone = houseZone()) {
  return new Date(wall(ms, zone)).toISOString().slice(11, 19).split(":");
}

/** How far from UTC, where the clock shows this time twice; nothing otherwise. @param {number} ms @param {string} [zone] */
export function apart(ms, zone = houseZone()) {
  const here = wall(ms, zone);
  if (![30, 60, 120].some((minutes) => [-1, 1].some((way) => wall(ms + way * minutes * MINUTE, zone) === here))) return "";
  const minutes = offset(ms, zone) / MINUTE;
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  return `UTC${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** A moment as an input of the browser writes it, by the clock of the house. @param {number} ms @param {string} [zone] */
export function forInput(ms, zone = houseZone()) {
  return new Date(wall(ms, zone)).toISOString().slice(0, 16);
}

/** What somebody has put into such an input; of an hour that comes twice the first is meant. @param {string} text @param {string} [zone] */
export function fromInput(text, zone = houseZone()) {
  const shown = Date.parse(`${text}Z`);
  const before = shown - offset(shown - DAY, zone);
  const after = shown - offset(shown + DAY, zone);
  return wall(before, zone) !== shown && wall(after, zone) === shown ? after : before;
}
