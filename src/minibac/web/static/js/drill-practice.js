/** What is still to be asked in practice: the items of a sheet, and those that were wrong again after some others, as the house says. */

/** @typedef {import("./drill-answers.js").DrillItem} DrillItem */

export class Practice {
  /** @param {DrillItem[]} items @param {number[]} after after how many answers a wrong item comes back, each time; none in a test */
  constructor(items, after) {
    this.fresh = [...items];
    this.after = after;
    /** @type {{due: number, item: DrillItem, since: number}[]} */
    this.back = [];
    this.count = 0;
  }

  /** The item that is asked now: one that is due again, the next new one, or what is left. @returns {DrillItem|null} */
  get next() {
    const [first] = [...this.back].sort((one, other) => one.due - other.due);
    if (first && (first.due <= this.count || !this.fresh.length)) return first.item;
    return this.fresh[0] ?? null;
  }

  /** @param {boolean} right */
  answered(right) {
    const item = this.next;
    if (!item) return;
    this.count += 1;
    const again = this.back.find((each) => each.item === item);
    this.back = this.back.filter((each) => each.item !== item);
    if (!again) this.fresh.shift();
    const since = again && right ? again.since + 1 : 0;
    if ((again || !right) && since < this.after.length) this.back.push({ due: this.count + this.after[since], item, since });
  }
}
