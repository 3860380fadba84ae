/**
 * Drawing in slices. News draws at once what the eye waits for; the rest stands in line here and is drawn after the frames
 * that follow, a little of it after each, so that neither a script nor a frame of the page keeps anybody waiting.
 *
 * First come, first served. Who stands in line again while it draws, because it has more than fits into one frame, goes on
 * in the next. What stands in line already keeps its place and is drawn once, from what is known by then: no
 * part starves and none is drawn twice, however fast the news comes.
 */

/** Script of one slice; to lay out and paint what it changed takes several times as long. */
const BUDGET_MS = 1;
/** A page that nobody looks at has no frames, and is drawn all the same; on a busy machine a frame may take as long. */
const NO_FRAME_MS = 2_000;

export class Slices {
  /** @type {Set<() => void>} */
  #line = new Set();
  #asked = false;
  #empty;

  /** @param {() => void} [empty] told whenever the line has become empty */
  constructor(empty = () => {}) {
    this.#empty = empty;
  }

  /** Whether something still waits. */
  get waiting() {
    return this.#line.size > 0;
  }

  /** Stand in line. @param {() => void} draw the same function is one place in the line */
  add(draw) {
    this.#line.add(draw);
    this.#ask();
  }

  /** Leave the line. @param {() => void} draw */
  drop(draw) {
    this.#line.delete(draw);
  }

  /** A slice after the next frame: in the frame itself it would only make that one longer. */
  #ask() {
    if (this.#asked) return;
    this.#asked = true;
    const late = setTimeout(() => this.#slice(frame), NO_FRAME_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(() => this.#slice(0));
    });
  }

  /** @param {number} frame the one that was waited for and did not come */
  #slice(frame) {
    cancelAnimationFrame(frame);
    this.#asked = false;
    const end = performance.now() + BUDGET_MS;
    while (this.waiting && !this.#draw() && performance.now() < end);
    if (this.waiting) this.#ask();
    else this.#empty();
  }

  /** The first in line; what goes wrong in it keeps nobody else from being drawn. @returns {boolean} whether it has more for the next frame */
  #draw() {
    const [draw] = this.#line;
    this.#line.delete(draw);
    try {
      draw();
    } catch (error) {
      reportError(error);
    }
    return this.#line.has(draw);
  }
}
